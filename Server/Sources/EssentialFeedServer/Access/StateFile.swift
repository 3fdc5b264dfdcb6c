import EssentialFeed
import Files
import Foundation
import SystemPackage

/// A small file in the state folder that only its owner can read. Writes are atomic.
///
/// All calls block.
struct StateFile: Sendable {
    /// The maximum size, in bytes. This program never writes a longer file.
    private static let maximumSize = 4 << 20
    /// One lock for all small files in a folder.
    private static let lockName = "tokens.json.lock"

    let folder: URL
    let name: String

    var path: String { url.path(percentEncoded: false) }

    private var url: URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// Returns the content, or `nil` if the file doesn't exist.
    func read() throws(FileError) -> Data? {
        try asOwner { () throws(FileError) in
            let file: OpenFile
            do throws(FileError) {
                file = try OpenFile(path: FilePath(path))
            } catch .system(.noSuchFileOrDirectory) {
                return nil
            }
            guard file.count <= Self.maximumSize else { throw .system(.fileTooLarge) }
            return try file.data()
        }
    }

    /// Replaces the content, which then survives a power loss. The caller must hold the folder's lock.
    /// - Parameter isUpdate: Whether a file that no longer exists is an error, because it has been deleted.
    func replace(by content: Data, isUpdate: Bool = false) throws(FileError) {
        try asOwner { () throws(FileError) in
            try FileError.wrapping {
                // A killed command may have left it.
                try FileSystem.remove("\(path).new")
                try AtomicFile(path, isDurable: true, temporaryName: "\(name).new")
                    .write(content, publish: isUpdate ? Self.exchange : FileSystem.rename)
            }
        }
    }

    private static func exchange(_ new: String, _ path: String) throws(FileSystemError) {
        do throws(FileError) {
            try FilePath(new).exchange(with: FilePath(path))
            unlink(new)
        } catch .system(let error)
            where [.invalidArgument, .noFunction, .notSupported].contains(error) && !FileSystem.isAbsent(path)
        {
            // Some network file systems and old kernels can't exchange.
            try FileSystem.rename(new, to: path)
        } catch {
            guard case .system(let error) = error else { preconditionFailure("exchanging reads nothing") }
            throw FileSystemError(errno: error, operation: "exchange", path: path)
        }
    }

    /// Runs the work while no other process or thread works on the folder's small files.
    /// - Parameter createsFolder: Whether a missing folder is created. Otherwise, it is an error.
    func whileLocked<Value, WorkError: Error>(
        createsFolder: Bool = true, _ work: () throws(WorkError) -> Value, orThrow wrap: (FileError) -> WorkError
    ) throws(WorkError) -> Value {
        try FolderOwner.acting(in: FilePath(folder.path(percentEncoded: false))) { () throws(WorkError) in
            let lock: FileLock
            do throws(FileError) {
                lock = try self.lock(createsFolder: createsFolder)
            } catch {
                throw wrap(error)
            }
            return try withExtendedLifetime(lock, work)
        } orThrow: {
            wrap($0)
        }
    }

    /// Locks a file that is never replaced, because a lock on a replaced file has no effect.
    func lock(createsFolder: Bool = true) throws(FileError) -> FileLock {
        try asOwner { () throws(FileError) in
            let path = folder.appending(path: Self.lockName, directoryHint: .notDirectory).path(percentEncoded: false)
            while true {
                if createsFolder { try createFolder() }
                do throws(FileError) {
                    return try FileError.wrapping { try FileLock(waitingFor: path) }
                } catch .system(.wouldBlock) {
                    // The folder may be replaced while this command waits.
                    if !createsFolder { throw .system(.noSuchFileOrDirectory) }
                }
            }
        }
    }

    func createFolder() throws(FileError) {
        try asOwner { () throws(FileError) in
            try FileError.wrapping { try FileSystem.createFolders(folder.path(percentEncoded: false)) }
        }
    }

    private func asOwner<Value>(_ work: () throws(FileError) -> Value) throws(FileError) -> Value {
        try FolderOwner.acting(in: FilePath(folder.path(percentEncoded: false)), work) { $0 }
    }
}
