import Files
import Foundation

/// The encoded images as files in one folder, named by ``ImageRecord/fileName``. Files with other names are leftovers.
struct ImageFiles {
    let folder: String

    /// Writes the bytes atomically.
    ///
    /// They aren't synced to disk; the digest detects damage from a power loss.
    func publish(_ data: Data, as image: ImageRecord) throws {
        try AtomicFile(path(image)).write(data)
    }

    /// Returns the bytes, or `nil` if the file is missing or doesn't match the index.
    func read(_ image: ImageRecord, verifyingDigest: Bool) throws -> Data? {
        guard let data = try FileSystem.read(path(image), accepts: { $0 == image.byteCount }) else { return nil }
        return !verifyingDigest || image.matches(data) ? data : nil
    }

    func remove(_ image: ImageRecord) throws {
        try FileSystem.remove(path(image))
    }

    func remove(named name: String) throws {
        try FileSystem.remove(folder + "/" + name)
    }

    func removeAll() throws {
        for name in try names() { try remove(named: name) }
    }

    func names() throws -> [String] {
        try FileSystem.names(in: folder)
    }

    /// Returns the total size of all files, in bytes.
    func byteCount() throws -> Int {
        try names().reduce(0) { try $0 + FileSystem.byteCount(folder + "/" + $1) }
    }

    private func path(_ image: ImageRecord) -> String {
        folder + "/" + image.fileName
    }
}
