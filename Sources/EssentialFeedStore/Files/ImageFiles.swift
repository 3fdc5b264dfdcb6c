import Files
import Foundation

/// The encoded images as files in one folder. Files that no index names are leftovers.
struct ImageFiles: BlobStore {
    let folder: String

    /// Writes the bytes atomically.
    ///
    /// They aren't synced to disk; the digest detects damage from a power loss.
    func publish(_ data: Data, as image: ImageRecord) throws { try AtomicFile(path(image)).write(data) }

    func read(_ image: ImageRecord, verifyingDigest: Bool) throws -> Data? {
        guard let data = try FileSystem.read(path(image), accepts: { $0 == image.byteCount }) else { return nil }
        return !verifyingDigest || image.matches(data) ? data : nil
    }

    func remove(named name: String) throws { try FileSystem.remove(folder + "/" + name) }

    func names() throws -> [String] { try FileSystem.names(in: folder) }

    func byteCount() throws -> Int {
        try names().reduce(0) { try $0 + FileSystem.byteCount(folder + "/" + $1) }
    }

    private func path(_ image: ImageRecord) -> String { folder + "/" + image.fileName }
}

/// Bytes in memory, under the names that their files would have.
final class MemoryBlobs: BlobStore {
    private var images: [String: Data] = [:]

    func publish(_ data: Data, as image: ImageRecord) { images[image.fileName] = data }
    func read(_ image: ImageRecord, verifyingDigest: Bool) -> Data? { images[image.fileName] }
    func remove(named name: String) { images[name] = nil }
    func names() -> [String] { Array(images.keys) }
}

/// The bytes that an index describes, on disk or in memory, named by ``ImageRecord/fileName``.
protocol BlobStore {
    func publish(_ data: Data, as image: ImageRecord) throws
    /// Returns the bytes, or `nil` if they are missing or don't match the index.
    func read(_ image: ImageRecord, verifyingDigest: Bool) throws -> Data?
    func remove(named name: String) throws
    func names() throws -> [String]
}

extension BlobStore {
    func remove(_ image: ImageRecord) throws { try remove(named: image.fileName) }

    func removeAll() throws { for name in try names() { try remove(named: name) } }
}
