public import SystemPackage

/// The reason a lock can't be taken.
public enum FileLockError: Error, Hashable, Sendable {
    /// Another holder has the lock.
    case inUse
    /// A system call on the lock's file failed.
    case system(Errno, operation: String)

    init(_ error: any Error, operation: String) {
        let errno = error as? Errno ?? .ioError
        self = errno == .wouldBlock ? .inUse : .system(errno, operation: operation)
    }
}
