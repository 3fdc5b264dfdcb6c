import EssentialFeed
import Files
import Foundation
import GRDB
import HTTPTransport

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

    func entry(for url: URL) throws -> ImageTable.Entry? {
        try database.unsafeRead { try ImageTable(database: $0).entry(for: url.absoluteString) }
    }

    func savedImage(for url: URL) throws -> SavedImage? {
        guard let folder, let name = try entry(for: url)?.image.fileName else { return nil }
        let images = folder.appending(path: "images", directoryHint: .isDirectory)
        guard let file = try FileSystem.status(images.path(percentEncoded: false) + name) else { return nil }
        return SavedImage(byteCount: file.byteCount, savedAt: file.modificationDate, folder: images)
    }

    func status() throws -> CacheStatus {
        try database.read { try CacheStatus($0, imageLimit: imageLimit, folder: folder) }
    }
}
