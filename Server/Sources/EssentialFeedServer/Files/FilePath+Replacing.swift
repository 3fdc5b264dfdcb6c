import Foundation
import SystemPackage

#if os(Linux)
    // The compiler attributes the members of `stat` to whichever of these modules it reads first, and doesn't see the C
    // library's `renameat2`.
    import CDispatch
    import CNIOLinux
#endif

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
        #if os(Linux)
            let flags = CNIOLinux_RENAME_EXCHANGE
            guard CNIOLinux_renameat2(AT_FDCWD, string, AT_FDCWD, path.string, flags) == 0 else { throw .last() }
        #else
            guard renamex_np(string, path.string, UInt32(RENAME_SWAP)) == 0 else { throw .last() }
        #endif
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
