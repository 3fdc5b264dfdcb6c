import Foundation

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
