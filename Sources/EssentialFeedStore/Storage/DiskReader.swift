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

    /// Returns `nil` if the database isn't ready.
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

/// One server's share of the limit for all cached images.
///
/// Other servers' images in the same cache folder count towards the limit too. They are evicted first, because those
/// servers aren't in use.
final class ServerImageShare {
    private let folder: StoreFolder
    private var byteCount: Int?
    private var written = 0

    init(besides folder: StoreFolder) {
        self.folder = folder
    }

    /// Returns how many bytes of images this server may cache, so that all servers together use at most `limit`.
    ///
    /// If that isn't enough, evicts other servers' images, starting with the least recently used server. Images of a
    /// server that another program is using are never evicted.
    /// - Parameters:
    ///   - needed: The bytes of this server's images, including the bytes to be written.
    ///   - new: The bytes to be written.
    func limit(of limit: Int, needed: Int, new: Int) -> Int {
        written += new
        // Measures again from time to time, because other programs also write.
        if byteCount == nil || written >= limit / 32 { measure() }
        if needed + (byteCount ?? 0) > limit {
            measure()
            if needed + (byteCount ?? 0) > limit { makeRoom(toAtMost: max(0, limit - needed)) }
        }
        // A new image is always cached; other programs make room when they write their next image.
        return max(limit - (byteCount ?? 0), new)
    }

    private func measure() {
        byteCount = folder.siblings().reduce(0) { $0 + $1.imageByteCount() }
        written = 0
    }

    private func makeRoom(toAtMost limit: Int) {
        let others = folder.siblings().map { (folder: $0, use: $0.lastUse(), byteCount: $0.imageByteCount()) }
        var excess = others.reduce(-limit) { $0 + $1.byteCount }
        for other in others.sorted(by: { $0.use < $1.use }) where excess > 0 && other.byteCount > 0 {
            let rest = max(0, other.byteCount - excess)
            let storage = DiskStorage(other.folder, imageLimit: rest)
            guard case .writer = storage.open() else { continue }
            do {
                do {
                    try storage.setImageLimit(rest)
                    try storage.close()
                } catch let error as StoreError where error.kind == .corrupt {
                    try storage.removeFolder()
                }
            } catch {
                // The other server keeps its images, and this server's image is still cached.
            }
            // Making room doesn't count as using the other server's cache.
            other.folder.setLastUse(other.use)
            excess -= other.byteCount - other.folder.imageByteCount()
        }
        measure()
    }
}
