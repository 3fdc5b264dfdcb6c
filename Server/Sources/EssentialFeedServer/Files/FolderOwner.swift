// The compiler attributes the members of `stat` to whichever of these modules it reads first.
import CDispatch
import CFileOwner
import CNIOLinux
import Foundation
import SystemPackage

/// Lets an administrator's command work as the owner of a folder that belongs to another user.
///
/// The owner may have planted links in the folder. Working as the owner, the command can read, change and create only
/// files that the owner could, and the server can read the files that the command writes.
enum FolderOwner {
    /// Runs blocking work on the current thread, as the owner of a folder if an administrator runs it.
    /// - Parameter folder: The folder. If it doesn't exist, its nearest existing ancestor determines the owner.
    static func acting<Value, WorkError: Error>(
        in folder: FilePath, _ work: () throws(WorkError) -> Value, orThrow wrap: (FileError) -> WorkError
    ) throws(WorkError) -> Value {
        // Switches only away from root. Nested calls never switch back, because the owner could swap the folder for
        // one of root's.
        guard geteuid() == 0, setfsuid(.max) == 0 else { return try work() }
        let owner: stat
        do throws(FileError) {
            owner = try Self.owner(of: folder)
        } catch {
            throw wrap(error)
        }
        guard owner.st_uid != 0 else { return try work() }
        let group = setfsgid(owner.st_gid)
        setfsuid(owner.st_uid)
        defer {
            setfsuid(0)
            setfsgid(gid_t(bitPattern: group))
        }
        // Both functions return the previous id, even if they fail.
        guard uid_t(bitPattern: setfsuid(.max)) == owner.st_uid, gid_t(bitPattern: setfsgid(.max)) == owner.st_gid
        else {
            throw wrap(.system(.notPermitted))
        }
        return try work()
    }

    private static func owner(of folder: FilePath) throws(FileError) -> stat {
        var path = folder.isAbsolute ? folder : FilePath(FileManager.default.currentDirectoryPath).pushing(folder)
        while true {
            do throws(FileError) {
                return try FileError.wrapping { try path.stat().rawValue }
            } catch .system(.noSuchFileOrDirectory) where path.removeLastComponent() {
                continue
            }
        }
    }
}

/// Folders, renaming and syncing to disk, which swift-system doesn't offer.
extension FilePath {
    /// Creates a folder that only its owner can access.
    func createFolder() throws(FileError) {
        guard withPlatformString({ mkdir($0, 0o700) }) == 0 else { throw .last() }
    }

    /// Returns the sorted names of a folder's items.
    func namesInFolder() throws(FileError) -> [String] {
        // Foundation's error doesn't include the system error.
        try FileError.wrapping {
            try FileDescriptor.open(self, .readOnly, options: [.directory, .closeOnExec]).close()
        }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: string).sorted()
        } catch {
            throw .system(.ioError)
        }
    }

    /// Creates a file that only its owner can read, open for writing.
    func createFile() throws(FileError) -> FileDescriptor {
        try FileError.wrapping {
            try FileDescriptor.open(
                self, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        }
    }

    /// Renames a file or folder. A file replaces a file, and a folder an empty folder, at the new path.
    func move(to path: FilePath) throws(FileError) {
        guard rename(string, path.string) == 0 else { throw .last() }
    }

    /// Swaps two files or folders atomically.
    func exchange(with path: FilePath) throws(FileError) {
        let flags = CNIOLinux_RENAME_EXCHANGE
        guard CNIOLinux_renameat2(AT_FDCWD, string, AT_FDCWD, path.string, flags) == 0 else { throw .last() }
    }

    /// Copies another folder's owner to this folder and its files, and its mode to this folder. Does nothing unless an
    /// administrator runs it.
    ///
    /// Changes the files first, because the new owner of the folder could swap them.
    func takeOwner(of other: FilePath) throws(FileError) {
        guard geteuid() == 0 else { return }
        let owner = try FileError.wrapping { try other.stat().rawValue }
        for path in try namesInFolder().map({ appending($0) }) + [self] {
            // swift-system has no `lchown`.
            guard lchown(path.string, owner.st_uid, owner.st_gid) == 0 else { throw .last() }
        }
        guard chmod(string, owner.st_mode & 0o7777) == 0 else { throw .last() }
    }

    /// Makes sure that the name of this file or folder survives a power loss.
    func syncFolder() throws(FileError) {
        let parent = removingLastComponent()
        try (parent.isEmpty ? FilePath(".") : parent).sync()
    }

    /// Makes sure that a file's content or a folder's names survive a power loss.
    func sync() throws(FileError) {
        let file = try FileError.wrapping { try FileDescriptor.open(self, .readOnly, options: .closeOnExec) }
        defer { close(file.rawValue) }
        try file.sync()
    }

    /// Removes a folder and its content if possible.
    func removeTree() {
        do {
            try FileManager.default.removeItem(atPath: string)
        } catch {
            // The folder is already gone or can't be removed; it isn't used anymore.
        }
    }
}

extension FileDescriptor {
    /// Makes sure that written data survives a power loss.
    func sync() throws(FileError) {
        // Some network file systems can't sync a folder.
        guard fsync(rawValue) == 0 || errno == EINVAL else { throw .last() }
    }
}
