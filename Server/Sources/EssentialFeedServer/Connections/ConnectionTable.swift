import NIOCore

/// Decides which connections stay open: neither one client nor many strangers nor some friends can keep friends out.
struct ConnectionTable<ID: Hashable & Sendable>: Sendable {
    enum Progress: Sendable {
        case idle
        /// A handshake or a request hasn't arrived completely.
        case receiving
        case answering
    }

    enum Verdict: Equatable, Sendable {
        case refused
        /// The connection stays open, and another one closes if there was no room.
        case accepted(closing: ID?)
    }

    private struct Connection: Sendable {
        let client: [UInt8]?
        var progress = Progress.receiving
        /// When the connection opened, or its last response ended. Single bytes don't count.
        var since: NIODeadline
    }

    /// The least number of shares into which all connections are divided.
    private static var shares: Int { 8 }

    private let maximum: Int
    private let maximumByClient: Int
    private var connections: [ID: Connection] = [:]

    init(maximum: Int, maximumByClient: Int) {
        (self.maximum, self.maximumByClient) = (maximum, maximumByClient)
    }

    /// Opens a connection. If there are too many, closes the one that a friend misses least, in this order: a
    /// stranger's that waits for the stranger, any stranger's, one of the friend with the most if they have more than
    /// their share, a friend's idle one; of these, the oldest one of the address or friend with the most.
    /// - Parameters:
    ///   - client: The client to count the connection toward; `nil` for only the total.
    ///   - friends: Returns the connections whose last request had a valid token, and the token's id.
    mutating func open(
        _ id: ID, of client: [UInt8]?, at time: NIODeadline, friends: () -> [ID: String]
    ) -> Verdict {
        if let client, connections.values.count(where: { $0.client == client }) >= maximumByClient { return .refused }
        var closed: ID?
        if connections.count >= maximum {
            closed = leastMissed(friends())
            guard let closed else { return .refused }
            connections[closed] = nil
        }
        connections[id] = Connection(client: client, since: time)
        return .accepted(closing: closed)
    }

    mutating func note(_ progress: Progress, of id: ID, at time: NIODeadline) {
        connections[id]?.progress = progress
        if progress == .idle { connections[id]?.since = time }
    }

    mutating func close(_ id: ID) { connections[id] = nil }

    private func leastMissed(_ friends: [ID: String]) -> ID? {
        let counts = Dictionary(connections.keys.compactMap { friends[$0] }.map { ($0, 1) }, uniquingKeysWith: +)
        let clients = Dictionary(connections.values.compactMap(\.client).map { ($0, 1) }, uniquingKeysWith: +)
        // One share is for a newcomer.
        let share = max(1, maximum / max(Self.shares, counts.count + 1))
        let greedy = counts.max { $0.value < $1.value }.flatMap { $0.value > share ? $0.key : nil }
        func rank(_ id: ID, _ progress: Progress) -> Int? {
            switch (friends[id], progress) {
            case (nil, .idle), (nil, .receiving): 0
            case (nil, .answering): 1
            case (greedy, .idle): 2
            case (greedy, .receiving): 3
            case (greedy, .answering): 4
            case (_, .idle): 5
            case (_, .receiving), (_, .answering): nil
            }
        }
        func order(_ id: ID, _ connection: Connection) -> (Int, Int, NIODeadline)? {
            let held = friends[id].flatMap { counts[$0] } ?? connection.client.flatMap { clients[$0] } ?? 0
            return rank(id, connection.progress).map { ($0, -held, connection.since) }
        }
        return connections.compactMap { id, connection in order(id, connection).map { (id: id, order: $0) } }
            .min { $0.order < $1.order }?.id
    }
}
