public import EssentialFeed
import Foundation

/// What somebody has seen of the feeds of several servers, so that the app can say what is new when it starts again.
public struct SeenFeeds: Hashable, Sendable {
    private struct Entry: Codable, Hashable {
        let server: String
        let seen: SeenFeed
    }

    /// The most servers that are remembered. The one that was seen longest ago is forgotten first.
    public static let maximumServers = 20

    /// The feed that was seen last is the first.
    private var entries: [Entry] = []

    /// Creates a value that knows no feed.
    public init() {}

    /// What was seen of a server's feed; `nil` if nothing is known of it.
    /// - Parameter server: The server's address without user info.
    public subscript(server: String) -> SeenFeed? {
        entries.first { $0.server == server }?.seen
    }

    /// Remembers what was seen of a server's feed, in place of what was remembered.
    /// - Parameters:
    ///   - seen: What was seen of the feed.
    ///   - server: The server's address without user info.
    public mutating func remember(_ seen: SeenFeed, of server: String) {
        entries.removeAll { $0.server == server }
        entries.insert(Entry(server: server, seen: seen), at: 0)
        entries.removeLast(max(0, entries.count - Self.maximumServers))
    }

    /// Forgets what was seen of a server's feed.
    /// - Parameter server: The server's address without user info.
    public mutating func forget(_ server: String) {
        entries.removeAll { $0.server == server }
    }
}

extension SeenFeeds: Codable {
    /// Reads at most as many servers as are remembered.
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        while !values.isAtEnd, entries.count < Self.maximumServers {
            let entry = try values.decode(Entry.self)
            if entry.server.utf8.count <= TypedServerAddress.maximumBytes { entries.append(entry) }
        }
    }

    /// Writes the servers, the last one first.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        for entry in entries { try values.encode(entry) }
    }
}
