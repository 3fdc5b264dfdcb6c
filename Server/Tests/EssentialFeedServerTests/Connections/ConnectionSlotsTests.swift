import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct ConnectionSlotsTests {
    private func address(_ text: String) throws -> SocketAddress {
        try SocketAddress(ipAddress: text, port: 1)
    }

    @Test func `Server: slots are limited in total and by address, and free again once they are given back`() throws {
        let slots = ConnectionSlots(maximum: 5, maximumByAddress: 2, isBehindProxy: false)
        let first = try #require(try slots.take(for: address("192.0.2.1")))
        #expect(try slots.take(for: address("192.0.2.1")) != nil)
        #expect(try slots.take(for: address("192.0.2.1")) == nil)
        #expect(try slots.take(for: address("::ffff:192.0.2.1")) == nil)
        slots.giveBack(first)
        #expect(try slots.take(for: address("192.0.2.1")) != nil)
        #expect(try slots.take(for: address("192.0.2.2")) != nil)
        #expect(try slots.take(for: address("192.0.2.3")) != nil)
        #expect(slots.take(for: nil) != nil)
        #expect(try slots.take(for: address("192.0.2.4")) == nil)
        #expect(slots.take(for: nil) == nil)
    }

    @Test func `Server: the addresses of one IPv6 network count as one address`() throws {
        let slots = ConnectionSlots(maximum: 5, maximumByAddress: 1, isBehindProxy: false)
        #expect(try slots.take(for: address("2001:db8:1:2::1")) != nil)
        #expect(try slots.take(for: address("2001:db8:1:2:ffff::1")) == nil)
        #expect(try slots.take(for: address("2001:db8:1:3::1")) != nil)
    }

    @Test(
        "Server: with a public URL, connections from this machine belong to a proxy and count only in total",
        arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func takeCountsAProxyInAllAlone(text: String) throws {
        let slots = ConnectionSlots(maximum: 3, maximumByAddress: 1, isBehindProxy: true)
        for _ in 0..<3 { #expect(try slots.take(for: address(text)) != nil) }
        #expect(try slots.take(for: address(text)) == nil)
    }
}
