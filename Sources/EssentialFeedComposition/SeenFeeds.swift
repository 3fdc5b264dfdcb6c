package import EssentialFeed

/// The images that the user has seen in the feeds of several servers, so that the app can show what's new at its next
/// start.
package struct SeenFeeds: Hashable, Sendable {
    private struct Entry: Codable, Hashable {
        let server: String
        let seen: SeenFeed
    }

    /// The maximum number of remembered servers. The least recently seen server is forgotten first.
    package static let maximumServers = 20

    /// The feeds, most recently seen first.
    private var entries: [Entry] = []

    package init() {}

    package subscript(server: String) -> SeenFeed? { entries.first { $0.server == server }?.seen }

    package mutating func remember(_ seen: SeenFeed, of server: String) {
        entries.removeAll { $0.server == server }
        entries.insert(Entry(server: server, seen: seen), at: 0)
        entries.removeLast(max(0, entries.count - Self.maximumServers))
    }

    package mutating func forget(_ server: String) { entries.removeAll { $0.server == server } }
}

extension SeenFeeds: Codable {
    package init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd, entries.count < Self.maximumServers {
            let entry = try values.decode(Entry.self)
            if entry.server.utf8.count <= TypedServerAddress.maximumBytes { entries.append(entry) }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        for entry in entries { try values.encode(entry) }
    }
}
