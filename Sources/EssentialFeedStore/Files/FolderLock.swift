import FileLocks

/// A lock on a store's folder that permits writing. It throws the store's errors.
final class FolderLock: Sendable {
    private let lock: FileLock
    private let path: String

    /// Takes the lock without waiting.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/inUse`` if the lock is held or the folder is removed during
    ///   the call, or a ``FileSystemError``.
    init(_ path: String) throws {
        self.path = path
        lock = try Self.naming(path) { () throws(FileLockError) in try FileLock(path) }
    }

    /// Returns whether the file at the path is still the locked one.
    func isCurrent() throws -> Bool {
        try Self.naming(path) { () throws(FileLockError) in try lock.isCurrent() }
    }

    private static func naming<Value>(_ path: String, _ work: () throws(FileLockError) -> Value) throws -> Value {
        do throws(FileLockError) {
            return try work()
        } catch {
            switch error {
            case .inUse: throw StoreError(.inUse, cause: error)
            case .system(let errno, let operation):
                throw FileSystemError(errno: errno, operation: operation, path: path)
            }
        }
    }
}
