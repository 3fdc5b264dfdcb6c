import Foundation

/// The right to write to a folder, held by one store in one program at a time (N013).
///
/// It is an advisory lock on a file of its own: the system gives it back when the process ends, however it ends. The
/// file is close-on-exec, so that no child process keeps it.
///
/// The file may be removed with the folder, by its holder or by a person. Two programs could then lock two files of one
/// name, so a lock counts only as long as its file is the one of that name.
final class FolderLock: Sendable {
    private let descriptor: Int32
    private let path: String
    private let identity: FileIdentity

    /// Takes the lock if nobody holds it, without waiting.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/inUse``, also when the file is removed meanwhile, or a
    ///   ``FileSystemError``.
    init(_ path: String) throws {
        let descriptor: Int32
        do {
            descriptor = try FileSystem.open(path, O_RDWR | O_CREAT)
        } catch let error as FileSystemError where error.code == ENOENT {
            // Its holder has just removed the folder.
            throw StoreError(.inUse, cause: error)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = FileSystemError(code: errno, operation: "flock", path: path)
            close(descriptor)
            throw error.code == EWOULDBLOCK ? StoreError(.inUse, cause: error) : error
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = FileSystemError(code: errno, operation: "stat", path: path)
            close(descriptor)
            throw error
        }
        identity = FileIdentity(status)
        self.path = path
        // Last, since an instance with all its properties set is deinitialised when its initialiser throws.
        self.descriptor = descriptor
        guard try isCurrent() else { throw StoreError(.inUse) }
    }

    /// Whether the file is still the one of its name.
    func isCurrent() throws -> Bool {
        try FileSystem.identity(path) == identity
    }

    /// Unlocks before it closes: a process that is being started elsewhere in the program shares the open file for the
    /// moment between its fork and its exec.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
