import EssentialFeed
import Files
import Foundation
import GRDB
import HTTPTransport

/// Stores the content of one server's cache: on disk, in memory, or on disk with memory as a fallback.
///
/// Callers pass a closure that reads or changes the content, so the storage chooses the content in one place. All calls
/// are made on one thread.
protocol CacheStorage: AnyObject {
    /// Opens the content with the best access available. A later call may get better access.
    func open() -> CacheAccess
    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value?
    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws
    /// Deletes all content.
    /// - Parameter loadedAt: If not `nil`, the content is deleted only if the cached feed was loaded at this time.
    @discardableResult
    func delete(loadedAt: Date?) throws -> Bool
    func setImageLimit(_ limit: Int) throws
    func status() throws -> CacheStatus
    func close() throws
}

enum CachePart: Hashable {
    case feed
    case image(URL)
    case partialDownload(URL)
}

enum CacheChange {
    case replacing(CachePart)
    /// The cached content is updated. If that fails, the only cost is one extra request to the server.
    case updating(CachePart)
    case deletingImage(URL)
}

/// The content of one server's cache: the feed and the index of the images in SQLite, and the images' bytes beside the
/// database. All calls run on its ``CacheStorage``'s thread.
protocol CacheContent: AnyObject {
    var database: DatabaseQueue { get }
    var imageLimit: Int { get }
    var folder: URL? { get }
    /// Returns the cached image. Bytes that don't match their digest count as a cache miss.
    func image(for url: URL) throws -> Data?
    func partialDownload(for url: URL) throws -> PartialDownload?
}

extension CacheContent {
    func feed() throws -> CachedFeed? { try database.read { try FeedTable(database: $0).feed() } }

    func entry(for url: URL) throws -> ImageRecord? {
        try database.unsafeRead { try ImageTable(database: $0).entry(for: url.absoluteString) }
    }

    func savedImage(for url: URL) throws -> SavedImage? {
        guard let folder, let name = try entry(for: url)?.fileName else { return nil }
        let images = folder.appending(path: "images", directoryHint: .isDirectory)
        guard let file = try FileSystem.status(images.path(percentEncoded: false) + name) else { return nil }
        return SavedImage(byteCount: file.byteCount, savedAt: file.modificationDate, folder: images)
    }

    func status() throws -> CacheStatus {
        try database.read { try CacheStatus($0, imageLimit: imageLimit, folder: folder) }
    }
}
