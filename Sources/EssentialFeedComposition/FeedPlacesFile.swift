package import EssentialFeed
import Files
import Foundation

/// The user's place in the feeds of the last used servers, as image ids: `$XDG_STATE_HOME/essential-feed/places.json`.
/// Every call blocks for as long as the disk takes.
package struct FeedPlacesFile: Sendable {
    private struct Entry: Codable {
        let server: String
        let place: FeedPlace
    }

    /// The maximum number of servers with a kept place, to keep the file small.
    private static let maximumServers = 20

    private let file: JSONFile<[Entry]>
    let report: @Sendable (any Error) -> Void

    package init(environment: [String: String], report: @escaping @Sendable (any Error) -> Void) {
        let folder = BaseDirectory.state.url(environment: environment, home: .homeDirectory)
        file = JSONFile(folder.appending(path: "essential-feed/places.json"), maximumSize: 1 << 20)
        self.report = report
    }

    package func place(at server: RememberedServer) -> FeedPlace? {
        entries().first { $0.server == server.text }?.place
    }

    /// Saves a place atomically. If there are too many servers, the least recently used one is removed.
    package func save(_ place: FeedPlace, at server: RememberedServer) {
        let others = entries().filter { $0.server != server.text }.prefix(Self.maximumServers - 1)
        write([Entry(server: server.text, place: place)] + others)
    }

    package func remove(at server: RememberedServer) {
        let all = entries()
        let others = all.filter { $0.server != server.text }
        if others.count < all.count { write(others) }
    }

    private func write(_ entries: [Entry]) {
        do { try file.write(entries) } catch { report(error) }
    }

    private func entries() -> [Entry] {
        do {
            return try file.read() ?? []
        } catch {
            report(error)
            return []
        }
    }
}
