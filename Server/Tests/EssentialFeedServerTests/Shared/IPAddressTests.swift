import EssentialFeed
import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct IPAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1", true), ("127.255.0.9", true), ("128.0.0.1", false), ("::1", true), ("::2", false),
            ("::ffff:127.0.0.1", true), ("::ffff:192.0.2.1", false), ("::", false),
        ])
    func `Server: a loopback address is recognised in every notation`(text: String, isLoopback: Bool) throws {
        #expect(try #require(IPAddress(four: text) ?? IPAddress(six: text)).isLoopback == isLoopback)
    }

    @Test func `Server: an IPv4 address mapped into IPv6 equals the IPv4 address, and other text is no address`() {
        #expect(IPAddress(six: "::ffff:192.0.2.1") == IPAddress(four: "192.0.2.1"))
        for text in ["", "localhost", "127.0.0.1\u{0}", "127.1", "[::1]", "::1%eth0", "::1\u{0}"] {
            #expect(IPAddress(four: text) == nil && IPAddress(six: text) == nil, "\(text)")
        }
    }

    @Test func `Server: bytes in hexadecimal are read back, and no other text is`() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(bytes.hexadecimal.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
        #expect([UInt8](hexadecimal: bytes.hexadecimal) == bytes)
        for text in ["0", "0g", "AB", "+1", " 1", "é"] { #expect([UInt8](hexadecimal: text) == nil, "\(text)") }
    }
}
