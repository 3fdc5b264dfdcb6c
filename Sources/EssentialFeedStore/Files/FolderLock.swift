import Foundation
import SystemPackage

/// The right to write to a folder, held by one store in one program at a time.
///
/// This is an advisory lock on a separate file. The system releases it when the process ends, in whatever way. The
/// file is close-on-exec, so that no child process keeps it.
///
/// The file may be removed with the folder, by its holder or by a person. Two programs could then lock two files of one
/// name, so a lock counts only as long as its file is the one of that name.
final class FolderLock: Sendable {
    private let file: FileDescriptor
    private let path: String
    private let identity: FileIdentity

    /// Takes the lock if nobody holds it, without waiting.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/inUse``, also if the file is removed meanwhile, or a
    ///   ``FileSystemError``.
    init(_ path: String) throws {
        let file: FileDescriptor
        do {
            file = try FileSystem.open(path, .readWrite, .create)
        } catch let error as FileSystemError where error.errno == .noSuchFileOrDirectory {
            // The holder has just removed the folder.
            throw StoreError(.inUse, cause: error)
        }
        do {
            identity = try FileSystem.naming("flock", path) {
                // swift-system has no `flock`.
                guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw Errno(rawValue: errno) }
                return FileIdentity(try Stat(file).rawValue)
            }
        } catch let error as FileSystemError {
            close(file.rawValue)
            throw error.errno == .wouldBlock ? StoreError(.inUse, cause: error) : error
        }
        self.path = path
        // Set last: an instance with all its properties set is deinitialized when its initializer throws.
        self.file = file
        guard try isCurrent() else { throw StoreError(.inUse) }
    }

    /// Returns whether the file is still the one of its name.
    func isCurrent() throws -> Bool {
        try FileSystem.identity(path) == identity
    }

    /// Unlocks before it closes: a process that is being started elsewhere in the program shares the open file for the
    /// moment between its fork and its exec.
    deinit {
        flock(file.rawValue, LOCK_UN)
        close(file.rawValue)
    }
}
