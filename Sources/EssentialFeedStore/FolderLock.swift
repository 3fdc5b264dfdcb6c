import Foundation

/// The right to write to a folder, held by one store in one program at a time (N013).
///
/// It is an advisory lock on a file of its own: the system gives it back when the process ends, however it ends. The
/// file is close-on-exec, so that no child process keeps it. It is never removed: two programs could otherwise lock
/// two files of one name.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock if nobody holds it, without waiting.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/inUse``, or a ``FileSystemError``.
    init(_ path: String) throws {
        let descriptor = try FileSystem.open(path, O_RDWR | O_CREAT)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = FileSystemError(code: errno, operation: "flock", path: path)
            close(descriptor)
            throw error.code == EWOULDBLOCK ? StoreError(.inUse, cause: error) : error
        }
        // Last, since an instance with all its properties set is deinitialised when its initialiser throws.
        self.descriptor = descriptor
    }

    /// Unlocks before it closes: a process that is being started elsewhere in the program shares the open file for the
    /// moment between its fork and its exec.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
