import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct ConnectionTableTests {
    private typealias Table = ConnectionTable<Int>

    private let time = NIODeadline.uptimeNanoseconds(0)

    private func client(_ text: String, isBehindProxy: Bool = false) throws -> [UInt8]? {
        try ConnectionSlots.client(SocketAddress(ipAddress: text, port: 1), isBehindProxy: isBehindProxy)
    }

    private func open(
        _ id: Int, _ table: inout Table, of client: [UInt8]? = nil, friends: [Int: String] = [:]
    ) -> Table.Verdict {
        table.open(id, of: client, at: time + .seconds(Int64(id))) { friends }
    }

    @Test func `Server: connections are limited by address, and a closed one makes room`() throws {
        var table = Table(maximum: 5, maximumByClient: 2)
        for id in 1...2 { #expect(try open(id, &table, of: client("192.0.2.1")) == .accepted(closing: nil)) }
        #expect(try open(3, &table, of: client("192.0.2.1")) == .refused)
        #expect(try open(3, &table, of: client("::ffff:192.0.2.1")) == .refused)
        table.close(1)
        #expect(try open(3, &table, of: client("192.0.2.1")) == .accepted(closing: nil))
        #expect(try open(4, &table, of: client("192.0.2.2")) == .accepted(closing: nil))
    }

    @Test func `Server: the addresses of one IPv6 network count as one address`() throws {
        var table = Table(maximum: 5, maximumByClient: 1)
        #expect(try open(1, &table, of: client("2001:db8:1:2::1")) == .accepted(closing: nil))
        #expect(try open(2, &table, of: client("2001:db8:1:2:ffff::1")) == .refused)
        #expect(try open(2, &table, of: client("2001:db8:1:3::1")) == .accepted(closing: nil))
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func `Server: with a public URL, this machine's connections are a proxy's, counted in all`(text: String) throws {
        var table = Table(maximum: 3, maximumByClient: 1)
        for id in 1...3 {
            #expect(try open(id, &table, of: client(text, isBehindProxy: true)) == .accepted(closing: nil))
        }
        #expect(try open(4, &table, of: client(text, isBehindProxy: true)) == .accepted(closing: 1))
    }

    @Test func `Server: when full, strangers that wait make room first, then other strangers, then idle friends`() {
        var table = Table(maximum: 5, maximumByClient: 5)
        for id in 1...5 { _ = open(id, &table) }
        table.note(.answering, of: 1, at: time + .seconds(6))
        table.note(.idle, of: 2, at: time + .seconds(6))
        table.note(.idle, of: 3, at: time + .seconds(7))
        table.note(.receiving, of: 4, at: time + .seconds(9))
        // The first, the third and the fifth are friends'.
        let friends = [1: "a", 3: "b", 5: "c", 10: "d", 11: "e", 12: "f", 13: "g"]
        // Bytes of an unfinished request don't make a stranger's connection younger.
        #expect(open(10, &table, friends: friends) == .accepted(closing: 4))
        #expect(open(11, &table, friends: friends) == .accepted(closing: 2))
        #expect(open(12, &table, friends: friends) == .accepted(closing: 3))
        // Neither an answer to a friend nor a friend's unfinished request is cut.
        var busy = Table(maximum: 8, maximumByClient: 8)
        let each = Dictionary(uniqueKeysWithValues: (1...9).map { ($0, "\($0)") })
        for id in 1...8 { _ = open(id, &busy, friends: each) }
        #expect(open(9, &busy, friends: each) == .refused)
    }

    @Test func `Server: a friend with more than their share makes room for the others`() {
        var table = Table(maximum: 16, maximumByClient: 16)
        var friends = [1: "victim", 2: "victim"]
        for id in 3...20 { friends[id] = "greedy" }
        for id in 1...16 { _ = open(id, &table, friends: friends) }
        for id in 1...2 { table.note(.idle, of: id, at: time + .seconds(17)) }
        table.note(.answering, of: 3, at: time + .seconds(17))
        #expect(open(17, &table, friends: friends) == .accepted(closing: 4))
        for id in 5...16 { table.note(.answering, of: id, at: time + .seconds(17)) }
        table.note(.answering, of: 17, at: time + .seconds(17))
        #expect(open(18, &table, friends: friends) == .accepted(closing: 3))
    }

    @Test func `Server: many friends who hold all connections together make room for others`() {
        var table = Table(maximum: 64, maximumByClient: 64)
        var friends = [0: "victim", 1: "victim"]
        for id in 2..<64 { friends[id] = "colluder \(id % 15)" }
        for id in 0..<64 {
            _ = open(id, &table, friends: friends)
            table.note(.answering, of: id, at: time + .seconds(64))
        }
        for id in 64..<68 {
            friends[id] = "newcomer"
            guard case .accepted(closing: let closed?) = open(id, &table, friends: friends) else {
                Issue.record("\(id) is refused")
                return
            }
            #expect(friends[closed]?.hasPrefix("colluder") == true)
            table.note(.answering, of: id, at: time + .seconds(68))
        }
    }

    @Test func `Server: of idle or unknown connections, one of whoever has the most makes room`() throws {
        let friends = [1: "victim", 2: "victim", 3: "greedy", 4: "greedy", 5: "greedy"]
        var idle = Table(maximum: 5, maximumByClient: 5)
        for id in 1...5 {
            _ = open(id, &idle, friends: friends)
            idle.note(.idle, of: id, at: time + .seconds(Int64(id)))
        }
        #expect(open(6, &idle, friends: friends) == .accepted(closing: 3))
        // A friend who has just connected is a stranger, too.
        var unknown = Table(maximum: 3, maximumByClient: 3)
        _ = try open(1, &unknown, of: client("192.0.2.1"))
        for id in 2...3 { _ = try open(id, &unknown, of: client("192.0.2.2")) }
        for id in 4...9 { #expect(try open(id, &unknown, of: client("192.0.2.2")) == .accepted(closing: id - 2)) }
    }
}
