import Foundation
import SystemPackage

/// The right to write to something on the disk, held by one holder in one program at a time.
///
/// This is an advisory lock on a file of its own. The system releases it when the process ends, in whatever way. The
/// file is close-on-exec, so that no child process keeps it.
///
/// The file may be removed, by its holder or by a person. Two programs could then lock two files of one name, so a lock
/// counts only as long as its file is the one of that name.
public final class FileLock: Sendable {
    private let file: FileDescriptor
    private let path: FilePath
    private let identity: Identity

    /// Tells a file from a later one of the same name as long as one of them is open.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init(_ status: Stat) {
            device = status.rawValue.st_dev
            inode = status.rawValue.st_ino
        }
    }

    /// Takes the lock if nobody holds it, without waiting; creates the file, readable by its owner alone.
    /// - Throws: ``FileLockError``; ``FileLockError/inUse`` also if the file is removed meanwhile.
    public init(_ path: String) throws(FileLockError) {
        self.path = FilePath(path)
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        } catch Errno.noSuchFileOrDirectory {
            // The holder has just removed the folder.
            throw .inUse
        } catch {
            throw FileLockError(error, operation: "open")
        }
        do {
            // swift-system has no `flock`.
            guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw Errno(rawValue: errno) }
            identity = Identity(try Stat(file))
        } catch {
            close(file.rawValue)
            throw FileLockError(error, operation: "flock")
        }
        // Set last: an instance with all its properties set is deinitialized when its initializer throws.
        self.file = file
        guard try isCurrent() else { throw .inUse }
    }

    /// Returns whether the file is still the one of its name.
    public func isCurrent() throws(FileLockError) -> Bool {
        do {
            return Identity(try Stat(path)) == identity
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            return false
        } catch {
            throw FileLockError(error, operation: "stat")
        }
    }

    /// Unlocks before it closes: a process that is being started elsewhere in the program shares the open file for the
    /// moment between its fork and its exec.
    deinit {
        flock(file.rawValue, LOCK_UN)
        close(file.rawValue)
    }
}
