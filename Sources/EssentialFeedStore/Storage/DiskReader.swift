import EssentialFeed
import Foundation
import GRDB
import HTTPTransport

/// Reads a folder's cache without changing anything, because another program may be writing to it.
final class DiskReader: CacheContent {
    let folder: URL?
    let database: DatabaseQueue
    let imageLimit: Int
    private let files: ImageFiles
    private var verified: Set<ImageRecord> = []

    init?(_ folder: StoreFolder, imageLimit: Int) throws {
        guard let database = try StoreConnection.reader(in: folder) else { return nil }
        self.folder = folder.url
        self.database = database
        self.imageLimit = imageLimit
        files = ImageFiles(folder: folder.images)
    }

    /// Returns the cached image. Looks it up again if the writer replaces or evicts it during the read.
    func image(for url: URL) throws -> Data? {
        var missing: ImageRecord?
        while let entry = try entry(for: url), entry.image != missing {
            let image = entry.image
            if let data = try files.read(image, verifyingDigest: !verified.contains(image)) {
                verified.insert(image)
                return data
            }
            missing = image
        }
        return nil
    }

    /// Returns `nil`, because only the writing program resumes downloads.
    func partialDownload(for url: URL) -> PartialDownload? { nil }
}
