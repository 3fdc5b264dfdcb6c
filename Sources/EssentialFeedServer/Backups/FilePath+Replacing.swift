import Foundation
import SystemPackage

#if os(Linux)
    // The compiler attributes the members of `stat` to whichever of these modules it reads first, and doesn't see the C
    // library's `renameat2`.
    import CDispatch
    import CNIOLinux
#endif

/// What swift-system doesn't have: folders, renaming, and writing through to the disk.
extension FilePath {
    /// Creates a folder that only its owner can enter.
    func createFolder() throws(FileError) {
        guard withPlatformString({ mkdir($0, 0o700) }) == 0 else { throw .last() }
    }

    /// Renames; replaces a file, or an empty folder, at the new path.
    func move(to path: FilePath) throws(FileError) {
        guard rename(string, path.string) == 0 else { throw .last() }
    }

    /// Renames unless there is something at the new path.
    func moveUnlessThere(to path: FilePath) throws(FileError) {
        #if os(Linux)
            let flags = CNIOLinux_RENAME_NOREPLACE
            if CNIOLinux_renameat2(AT_FDCWD, string, AT_FDCWD, path.string, flags) == 0 { return }
            // Network file systems have only links for this.
            guard errno == EINVAL else { throw .last() }
        #endif
        guard link(string, path.string) == 0 else { throw .last() }
        unlink(string)
    }

    /// Gives two files or folders each other's path, in one step.
    func exchange(with path: FilePath) throws(FileError) {
        #if os(Linux)
            let flags = CNIOLinux_RENAME_EXCHANGE
            guard CNIOLinux_renameat2(AT_FDCWD, string, AT_FDCWD, path.string, flags) == 0 else { throw .last() }
        #else
            guard renamex_np(string, path.string, UInt32(RENAME_SWAP)) == 0 else { throw .last() }
        #endif
    }

    /// Gives a folder and the files in it the owner of another folder, if an administrator replaces that one.
    func takeOwner(of other: FilePath) throws(FileError) {
        guard geteuid() == 0 else { return }
        let owner = try FileError.wrapping { try other.stat().rawValue }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: string)
        } catch {
            throw .system(.ioError)
        }
        for path in [self] + names.map({ appending($0) }) {
            // swift-system has no `lchown`.
            guard lchown(path.string, owner.st_uid, owner.st_gid) == 0 else { throw .last() }
        }
        guard chmod(string, owner.st_mode & 0o7777) == 0 else { throw .last() }
    }

    /// Makes sure that the name of this file or folder survives a loss of power.
    func syncFolder() throws(FileError) {
        let parent = removingLastComponent()
        try (parent.isEmpty ? FilePath(".") : parent).sync()
    }

    /// Makes sure that a file, or the names in a folder, survive a loss of power.
    func sync() throws(FileError) {
        let file = try FileError.wrapping { try FileDescriptor.open(self, .readOnly, options: .closeOnExec) }
        defer { close(file.rawValue) }
        try file.sync()
    }

    /// Removes a folder with everything in it, as far as that is possible.
    func removeTree() {
        do {
            try FileManager.default.removeItem(atPath: string)
        } catch {
            // It is gone, or the disk refuses; nothing reads it.
        }
    }
}

extension FileDescriptor {
    /// Makes sure that what was written survives a loss of power.
    func sync() throws(FileError) {
        guard fsync(rawValue) == 0 else { throw .last() }
    }
}
