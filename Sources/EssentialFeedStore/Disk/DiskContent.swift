import EssentialFeed
import Files
import Foundation
import GRDB
import HTTPTransport

/// The content of a folder on disk: the feed and the image index in SQLite, and the encoded images as files next to the
/// database.
protocol DiskContent: CacheContent {
    var folder: StoreFolder { get }
    var database: DatabaseQueue { get }
    /// The database file's identity when it was opened.
    var identity: FileIdentity? { get }
    var imageLimit: Int { get }
}

extension DiskContent {
    /// Returns whether the database is still the one that was opened. The folder may have been removed, and another
    /// program may have recreated it.
    func isCurrent() throws -> Bool {
        try FileSystem.identity(folder.database) == identity
    }

    func feed() throws -> CachedFeed? {
        try database.read { try FeedTable(database: $0).feed() }
    }

    func freshness(for url: URL) throws -> Freshness? {
        try entry(for: url)?.freshness
    }

    func entry(for url: URL) throws -> ImageTable.Entry? {
        try database.unsafeRead { try ImageTable(database: $0).entry(for: url.absoluteString) }
    }

    func status() throws -> CacheStatus {
        try database.read { try CacheStatus($0, imageLimit: imageLimit, folder: folder.url) }
    }
}
