import Testing

@testable import EssentialFeedServer

@Suite struct ClientAddressTests {
    private func address(_ peer: String, _ forwardedFor: String?) -> IPAddress? {
        ClientAddress(isBehindProxy: true).address(of: ip(peer), forwardedFor: forwardedFor)
    }

    private func ip(_ text: String) -> IPAddress? { IPAddress(four: text) ?? IPAddress(six: text) }

    @Test func `Behind a proxy on this machine, the last address of X-Forwarded-For counts`() {
        for peer in ["127.0.0.1", "::1"] {
            #expect(address(peer, "192.0.2.1") == ip("192.0.2.1"))
            #expect(address(peer, "10.0.0.1, 192.0.2.1") == ip("192.0.2.1"))
            #expect(address(peer, "x,\t2001:db8::1 ") == ip("2001:db8::1"))
        }
    }

    @Test func `From another machine, X-Forwarded-For doesn't count`() {
        #expect(address("192.0.2.9", "192.0.2.1") == ip("192.0.2.9"))
    }

    @Test(arguments: [nil, "", "unknown", "127.0.0.1", "::1", "1.2.3.4:80", ","])
    func `This machine has no address`(forwardedFor: String?) {
        #expect(address("127.0.0.1", forwardedFor) == nil)
        #expect(ClientAddress(isBehindProxy: true).address(of: nil, forwardedFor: "192.0.2.1") == nil)
    }
}
