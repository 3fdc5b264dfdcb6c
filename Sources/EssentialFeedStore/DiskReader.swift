import EssentialFeed
import Foundation
import GRDB
import HTTPTransport

/// Reads the cache of a folder without the right to change anything in it: another program may (N013).
final class DiskReader {
    private let folder: StoreFolder
    private let database: DatabaseQueue
    private let files: ImageFiles
    private let identity: FileIdentity
    private var verified: Set<StoredImage> = []

    /// - Returns: `nil` when there is no database, or none that is ready.
    init?(_ folder: StoreFolder) throws {
        guard let identity = try FileSystem.identity(folder.database),
            let database = try StoreConnection.reader(in: folder)
        else { return nil }
        self.folder = folder
        self.database = database
        files = ImageFiles(folder: folder.images)
        self.identity = identity
    }

    /// Whether the database is still the one that was opened: the program that writes may have started anew (B170).
    func isCurrent() throws -> Bool {
        try FileSystem.identity(folder.database) == identity
    }

    func retrieve() throws -> CachedFeed? {
        try database.read { try FeedTable(database: $0).retrieve() }
    }

    /// An image that the writer replaces or gives up meanwhile is looked up once more.
    func retrieveImageData(for url: URL) throws -> CachedImageData? {
        var missing: StoredImage?
        while let (image, freshness) = try record(for: url), image != missing {
            if let data = try files.read(image, verifyingDigest: !verified.contains(image)) {
                verified.insert(image)
                return CachedImageData(data: data, freshness: freshness)
            }
            missing = image
        }
        return nil
    }

    func retrieveFreshness(for url: URL) throws -> Freshness? {
        try record(for: url)?.freshness
    }

    private func record(for url: URL) throws -> ImageTable.Record? {
        try database.unsafeRead { try ImageTable(database: $0).record(for: url.absoluteString) }
    }

    func status(imageLimit: Int) throws -> CacheStatus {
        try database.read { try CacheStatus($0, imageLimit: imageLimit, folder: folder) }
    }
}
