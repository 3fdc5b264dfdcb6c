import Foundation
import SystemPackage

#if os(Linux)
    // The compiler attributes the members of `stat` to whichever of these modules it reads first.
    import CDispatch
    import CNIOLinux
#endif

/// A small file in the state folder, which only its owner can read, and which is replaced whole or not at all.
///
/// Every call blocks.
struct StateFile: Sendable {
    /// In bytes. A longer file wasn't written by this program.
    private static let maximumSize = 4 << 20

    let folder: URL
    let name: String

    var path: String { url.path(percentEncoded: false) }

    private var url: URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// Returns the content, or `nil` if there is no file.
    func read() throws(FileError) -> Data? {
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile(path: FilePath(path))
        } catch .system(.noSuchFileOrDirectory) {
            return nil
        }
        guard file.count <= Self.maximumSize else { throw .system(.fileTooLarge) }
        return try file.bytes(at: 0, count: file.count).map { Data($0) }
    }

    /// Replaces the content. It survives a loss of power.
    func replace(by content: Data) throws(FileError) {
        try createFolder()
        let temporary = "\(path).\(UUID().uuidString)"
        do throws(FileError) {
            try FileError.wrapping {
                let file = try FileDescriptor.open(
                    FilePath(temporary), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: .ownerReadWrite)
                try file.closeAfter {
                    try giveToOwnerOfFolder(file)
                    try file.writeAll(content)
                    // swift-system has neither `fsync` nor `rename` nor `unlink`.
                    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
                }
            }
            guard rename(temporary, path) == 0 else { throw .last() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Runs the work while no other process, and no other part of this one, runs work on the same file.
    func whileLocked<Value, WorkError: Error>(
        _ work: () throws(WorkError) -> Value, orThrow wrap: (FileError) -> WorkError
    ) throws(WorkError) -> Value {
        let lock: FileDescriptor
        do throws(FileError) {
            lock = try self.lock()
        } catch {
            throw wrap(error)
        }
        // Closing the file unlocks it.
        defer { close(lock.rawValue) }
        return try work()
    }

    /// Opens and locks a file beside this one, which stays: a lock on a file that is replaced would count for nobody.
    private func lock() throws(FileError) -> FileDescriptor {
        try createFolder()
        return try FileError.wrapping {
            let file = try FileDescriptor.open(
                FilePath("\(path).lock"), .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
            do {
                try giveToOwnerOfFolder(file)
                // swift-system has no `flock`.
                while flock(file.rawValue, LOCK_EX) != 0 {
                    let error = Errno(rawValue: errno)
                    guard error == .interrupted else { throw error }
                }
            } catch {
                close(file.rawValue)
                throw error
            }
            return file
        }
    }

    /// Makes sure that the server can read what an administrator's command writes, if it runs as another user.
    private func giveToOwnerOfFolder(_ file: FileDescriptor) throws {
        guard geteuid() == 0 else { return }
        let owner = try FilePath(folder.path(percentEncoded: false)).stat().rawValue
        // swift-system has no `fchown`.
        guard fchown(file.rawValue, owner.st_uid, owner.st_gid) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Creates the folder unless it is there.
    func createFolder() throws(FileError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch let error as CocoaError {
            let errno = (error.userInfo[NSUnderlyingErrorKey] as? POSIXError).map { Errno(rawValue: $0.code.rawValue) }
            throw .system(errno ?? .notDirectory)
        } catch {
            throw .system(.notDirectory)
        }
    }
}
