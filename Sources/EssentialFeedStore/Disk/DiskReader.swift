import EssentialFeed
import Files
import Foundation
import GRDB
import HTTPTransport

/// Reads a folder's cache without changing anything, because another program may be writing to it.
final class DiskReader: DiskContent {
    let folder: StoreFolder
    let database: DatabaseQueue
    let identity: FileIdentity?
    let imageLimit: Int
    private let files: ImageFiles
    private var verified: Set<ImageRecord> = []

    /// Returns `nil` if the database doesn't exist or isn't ready.
    init?(_ folder: StoreFolder, imageLimit: Int) throws {
        guard let identity = try FileSystem.identity(folder.database),
            let database = try StoreConnection.reader(in: folder)
        else { return nil }
        self.folder = folder
        self.database = database
        self.identity = identity
        self.imageLimit = imageLimit
        files = ImageFiles(folder: folder.images)
    }

    /// Returns the cached image. Looks it up again if the writer replaces or evicts it during the read.
    func image(for url: URL) throws -> CachedImageData? {
        var missing: ImageRecord?
        while let entry = try entry(for: url), entry.image != missing {
            let image = entry.image
            if let data = try files.read(image, verifyingDigest: !verified.contains(image)) {
                verified.insert(image)
                return CachedImageData(data: data, freshness: entry.freshness)
            }
            missing = image
        }
        return nil
    }

    /// Returns `nil`, because only the writing program resumes downloads.
    func partialDownload(for url: URL) -> PartialDownload? { nil }
}
