import HTTPTransport
import Testing

@Suite struct AddressSpaceTests {
    @Test(
        arguments: [
            "localhost", "LocalHost", "localhost.", "a.localhost", "localhost.localdomain", "ip6-localhost",
            "127.0.0.1",
            "127.255.255.254", "127.1", "127.0.1", "0x7f.0.0.1", "0X7F000001", "0177.0.0.1", "017700000001",
            "2130706433", "0", "0.0.0.0", "::1", "::", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::FFFF:7F00:1",
            "::127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::",
        ])
    func `Hosts that only this machine reaches are loopback`(host: String) {
        #expect(AddressSpace(host: host) == .loopback)
    }

    @Test(
        arguments: [
            "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.1", "0xC0A80101",
            "3232235777", "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.1", "198.18.0.1", "198.19.255.1",
            "224.0.0.1", "240.0.0.1", "255.255.255.255", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0",
            "febf::1",
            "fec0::1", "ff02::1", "::ffff:192.168.1.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:c0a8:101::1", "nas",
            "nas.", "nas.local", "a.b.lan", "router.home", "x.home.arpa", "metadata.google.internal",
        ])
    func `Hosts that only this network reaches are local`(host: String) {
        #expect(AddressSpace(host: host) == .local)
    }

    @Test(
        arguments: [
            "a.example", "example.com", "notlocalhost.com", "localhost.com", "local.example", "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1", "169.253.0.1", "172.15.0.1",
            "172.32.0.1", "192.0.1.1", "192.167.0.1", "192.169.0.1", "198.17.0.1", "198.20.0.1", "203.0.113.7",
            "223.255.255.255", "16843009", "2606:4700::1111", "::ffff:1.1.1.1", "2002:101:101::",
            "10.0.0.1.example.com",
            "127.0.0.1.nip.io", "127.0.0.1 example.com", "1.2.3.4.5", "256.0.0.1", "10.0.0.256", "4294967296.1",
        ])
    func `All other hosts are global`(host: String) {
        #expect(AddressSpace(host: host) == .global)
    }
}
