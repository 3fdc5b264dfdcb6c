public import EssentialFeed
import Foundation

/// The file that holds where a person was in the feeds of the servers that were used last:
/// `$XDG_STATE_HOME/essential-feed/places.json`.
///
/// It holds ids of images and nothing that can be seen in them. Every call blocks for as long as the disk takes.
public struct FeedPlacesFile: Sendable {
    private struct Entry: Codable {
        let server: String
        let place: FeedPlace
    }

    /// The most servers whose places are kept, so that the file stays small.
    private static let maximumServers = 20
    /// In bytes. A longer file wasn't written by this program.
    private static let maximumSize = 1 << 20

    private let url: URL
    private let report: @Sendable (any Error) -> Void

    /// Finds the file without reading it.
    /// - Parameters:
    ///   - environment: The variables that say where the file is.
    ///   - report: Receives each error of reading or writing; neither fails the program.
    public init(environment: [String: String], report: @escaping @Sendable (any Error) -> Void) {
        let home = FileManager.default.homeDirectoryForCurrentUser
        url = BaseDirectory.state.url(environment: environment, home: home)
            .appending(path: "essential-feed/places.json")
        self.report = report
    }

    /// Returns where the person was in the feed of a server, or `nil` if that isn't known.
    public func place(at server: RememberedServer) -> FeedPlace? {
        entries().first { $0.server == server.text }?.place
    }

    /// Writes the file whole or not at all. The server that was used the longest ago goes if there are too many.
    public func save(_ place: FeedPlace, at server: RememberedServer) {
        let others = entries().filter { $0.server != server.text }.prefix(Self.maximumServers - 1)
        write([Entry(server: server.text, place: place)] + others)
    }

    /// Removes the place in the feed of a server.
    public func remove(at server: RememberedServer) {
        let all = entries()
        let others = all.filter { $0.server != server.text }
        if others.count < all.count { write(others) }
    }

    private func write(_ entries: [Entry]) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try JSONEncoder().encode(entries).write(to: url, options: .atomic)
        } catch {
            report(error)
        }
    }

    private func entries() -> [Entry] {
        do {
            let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            guard size <= Self.maximumSize else { throw CocoaError(.fileReadTooLarge) }
            return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            report(error)
            return []
        }
    }
}
