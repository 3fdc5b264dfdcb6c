import Foundation
import SystemPackage

/// A lock on something on disk. It has one holder in one program at a time, unless it is shared.
///
/// This is an advisory lock on a separate file or on a folder. The system releases the lock when the process ends, even
/// after a crash. The file is close-on-exec: child processes don't keep the lock.
///
/// The holder or a user may remove the file. Two programs could then lock two files with the same name, so a lock is
/// valid only while its file is still the one at the path.
package final class FileLock: Sendable {
    private let file: FileDescriptor
    private let path: FilePath
    private let identity: FileIdentity

    /// Takes the lock if it is free, without waiting. Creates the file, readable only by its owner.
    /// - Throws: ``FileLockError``; ``FileLockError/inUse`` even if the file is removed during the call.
    package convenience init(_ path: String) throws(FileLockError) {
        try self.init(path, .readWrite, [.create, .nonBlocking, .noFollow], LOCK_EX | LOCK_NB)
    }

    /// Waits until the lock is free and takes it. Creates the file, readable only by its owner.
    /// - Throws: ``FileLockError``; ``FileLockError/inUse`` only if the file is removed during the call.
    package convenience init(waitingFor path: String) throws(FileLockError) {
        try self.init(path, .readWrite, [.create, .nonBlocking, .noFollow], LOCK_EX)
    }

    /// Opens the file of a lock used only in ``whileLocked(_:)``. Creates the file, readable only by its owner.
    ///
    /// The file stays open between two locks, so a watch on its folder sees no file closed after each of them.
    /// - Throws: ``FileLockError``; ``FileLockError/inUse`` only if the file is removed during the call.
    package convenience init(opening path: String) throws(FileLockError) {
        try self.init(path, .readWrite, [.create, .nonBlocking, .noFollow], LOCK_UN)
    }

    /// Takes the lock on a folder itself, without waiting.
    /// - Parameter isShared: Whether others may share the lock; if not, the lock has one holder, and links aren't
    ///   followed.
    /// - Throws: ``FileLockError``; ``FileLockError/inUse`` even if the folder doesn't exist.
    package convenience init(folder path: String, isShared: Bool) throws(FileLockError) {
        try self.init(
            path, .readOnly, isShared ? .directory : [.directory, .noFollow], (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB)
    }

    /// Waits until the lock on a folder itself is free and takes it.
    /// - Throws: ``FileLockError``; ``FileLockError/inUse`` only if the folder is missing or replaced during the call.
    package convenience init(waitingForFolder path: String) throws(FileLockError) {
        try self.init(path, .readOnly, .directory, LOCK_EX)
    }

    private init(
        _ path: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions, _ operation: Int32
    ) throws(FileLockError) {
        self.path = FilePath(path)
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                path, mode, options: options.union(.closeOnExec), permissions: .ownerReadWrite)
        } catch Errno.noSuchFileOrDirectory {
            // The holder has just removed the folder.
            throw .inUse
        } catch {
            throw FileLockError(error, "open", path)
        }
        do {
            let status = try Stat(file)
            guard options.contains(.directory) || status.type == .regular else { throw Errno.invalidArgument }
            identity = FileIdentity(status)
            try Self.lock(file, operation)
        } catch {
            close(file.rawValue)
            throw FileLockError(error, "flock", path)
        }
        // Set last: an instance with all its properties set is deinitialized when its initializer throws.
        self.file = file
        guard try isCurrent() else { throw .inUse }
    }

    /// Waits until the lock is free, and holds it during the work. Two threads must not call this at the same time.
    /// - Throws: `Errno`, or the error of the work.
    package func whileLocked<Value>(_ work: () throws -> Value) throws -> Value {
        try Self.lock(file, LOCK_EX)
        defer { flock(file.rawValue, LOCK_UN) }
        return try work()
    }

    private static func lock(_ file: FileDescriptor, _ operation: Int32) throws {
        // swift-system has no `flock`.
        while flock(file.rawValue, operation) != 0 {
            guard errno == EINTR else { throw Errno(rawValue: errno) }
        }
    }

    package func isCurrent() throws(FileLockError) -> Bool {
        do {
            return FileIdentity(try Stat(path)) == identity
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            return false
        } catch {
            throw FileLockError(error, "stat", path.string)
        }
    }

    /// Unlocks before closing, because a process being started by another thread shares the open file between fork and
    /// exec.
    deinit {
        flock(file.rawValue, LOCK_UN)
        close(file.rawValue)
    }
}

package enum FileLockError: Error, Hashable, Sendable {
    case inUse
    case system(FileSystemError)

    init(_ error: any Error, _ operation: String, _ path: String) {
        let errno = error as? Errno ?? .ioError
        self = errno == .wouldBlock ? .inUse : .system(FileSystemError(errno: errno, operation: operation, path: path))
    }
}
