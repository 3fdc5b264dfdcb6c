// The compiler attributes the members of `stat` to the first of these modules that it reads.
import CDispatch
import CFileOwner
import CNIOLinux
import Foundation
import SystemPackage

/// Lets an administrator's command work as the owner of another user's folder.
///
/// The owner may have planted links in the folder. As the owner, the command can read, change and create only the
/// owner's files, without the administrator's supplementary groups, and the server can read the command's files.
enum FolderOwner {
    /// Folders of a path.
    enum Part {
        case wholePath
        /// The parents, for work beside the folder.
        case parents
        /// Only the folder, for reading what root may have written into another user's folder.
        case folder
    }

    /// Linux has the same limit.
    private static let maximumLinks = 40

    /// Runs blocking work on the current thread, as the owner of a folder if an administrator runs it.
    ///
    /// The owner is the first user other than root who owns a folder or link on the path. That user decides where the
    /// path leads.
    /// - Parameters:
    ///   - folder: The folder, which may be missing.
    ///   - part: The folders whose owners count. The owners of links always count.
    static func acting<Value, WorkError: Error>(
        in folder: FilePath, counting part: Part = .wholePath, _ work: () throws(WorkError) -> Value,
        orThrow wrap: (FileError) -> WorkError
    ) throws(WorkError) -> Value {
        // Switches only away from root. Nested calls never switch back, because the owner could swap the folder for
        // one of root's.
        guard geteuid() == 0, setfsuid(.max) == 0 else { return try work() }
        let found: stat?
        do throws(FileError) {
            found = try foreignPart(of: folder, part)?.status
        } catch {
            throw wrap(error)
        }
        guard let owner = found else { return try work() }
        let groups: [gid_t]
        do throws(FileError) {
            groups = try threadGroups()
            if !groups.isEmpty { try setThreadGroups([]) }
        } catch {
            throw wrap(error)
        }
        let group = setfsgid(owner.st_gid)
        setfsuid(owner.st_uid)
        defer {
            setfsuid(0)
            setfsgid(gid_t(bitPattern: group))
            _ = set_thread_groups(Int32(groups.count), groups)
        }
        // Both functions return the previous id, even if they fail.
        guard uid_t(bitPattern: setfsuid(.max)) == owner.st_uid, gid_t(bitPattern: setfsgid(.max)) == owner.st_gid
        else {
            throw wrap(.system(.notPermitted))
        }
        return try work()
    }

    private static func threadGroups() throws(FileError) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: Int(NGROUPS_MAX))
        let count = getgroups(NGROUPS_MAX, &groups)
        guard count >= 0 else { throw .last() }
        return Array(groups.prefix(Int(count)))
    }

    static func setThreadGroups(_ groups: [gid_t]) throws(FileError) {
        guard set_thread_groups(Int32(groups.count), groups) == 0 else { throw .last() }
    }

    /// Returns the first folder on the path not owned by root, without links, and the rest of the path, if it is in a
    /// folder its owner can't enter. Returns `nil` in all other cases, and for anyone but an administrator.
    static func closedOff(_ folder: FilePath) -> (place: FilePath, rest: FilePath.ComponentView)? {
        guard geteuid() == 0, setfsuid(.max) == 0 else { return nil }
        do throws(FileError) {
            guard let foreign = try foreignPart(of: folder, .wholePath), foreign.status.st_mode & S_IFMT == S_IFDIR,
                !foreign.rest.contains(where: { $0.kind != .regular })
            else { return nil }
            var parent = foreign.place
            while parent.removeLastComponent() {
                let mode = try FileError.wrapping { try parent.stat(followTargetSymlink: false).rawValue.st_mode }
                if mode & S_IXOTH == 0 { return (foreign.place, foreign.rest) }
            }
            return nil
        } catch {
            // Work in the folder fails for the same reason, and reports it.
            return nil
        }
    }

    /// Returns the first folder or link on the path not owned by root, its status, and the rest of the path; `nil` if
    /// root owns all.
    private static func foreignPart(
        of folder: FilePath, _ part: Part
    ) throws(FileError) -> (place: FilePath, rest: FilePath.ComponentView, status: stat)? {
        let path = folder.isAbsolute ? folder : FilePath(FileManager.default.currentDirectoryPath).pushing(folder)
        var place = FilePath("/")
        var rest = Array(path.components.reversed())
        var links = 0
        while let name = rest.popLast() {
            guard name.kind == .regular else {
                if name.kind == .parentDirectory { place.removeLastComponent() }
                continue
            }
            let item = place.appending(name)
            let status: Stat
            do throws(FileError) {
                status = try FileError.wrapping { try item.stat(followTargetSymlink: false) }
            } catch .system(.noSuchFileOrDirectory) {
                return nil
            }
            let isLink = status.type == .symbolicLink
            let counts =
                switch part {
                case .wholePath: true
                case .parents: !rest.isEmpty
                case .folder: rest.isEmpty
                }
            if isLink || counts, status.rawValue.st_uid != 0 {
                return (item, FilePath.ComponentView(rest.reversed()), status.rawValue)
            }
            guard isLink else {
                place = item
                continue
            }
            links += 1
            guard links <= maximumLinks else { throw .system(.tooManySymbolicLinkLevels) }
            let target = try item.linkTarget()
            if target.isAbsolute { place = "/" }
            rest += target.components.reversed()
        }
        return nil
    }
}

/// Renaming and syncing to disk, and other work with folders, which swift-system doesn't offer.
extension FilePath {
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

    /// Creates a file only for its owner and opens it for writing.
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

    /// Copies another folder's owner to this folder and everything in it, and the mode to the folders. Only an
    /// administrator can do this; for other users, nothing changes.
    ///
    /// Changes the files first, because the new owner of the folder could swap them.
    func takeOwner(of other: FilePath) throws(FileError) {
        guard geteuid() == 0 else { return }
        let owner = try FileError.wrapping { try other.stat().rawValue }
        for path in try namesInFolder().map({ appending($0) }) + [self] {
            if path != self, try FileError.wrapping({ try path.stat(followTargetSymlink: false).type }) == .directory {
                try path.takeOwner(of: other)
            }
            // swift-system has no `lchown`.
            guard lchown(path.string, owner.st_uid, owner.st_gid) == 0 else { throw .last() }
        }
        guard chmod(string, owner.st_mode & 0o7777) == 0 else { throw .last() }
    }

    /// Makes the name of this file or folder survive a power loss.
    func syncFolder() throws(FileError) {
        let parent = removingLastComponent()
        try (parent.isEmpty ? FilePath(".") : parent).sync()
    }

    /// Makes a file's content or a folder's names survive a power loss.
    func sync() throws(FileError) {
        let file = try FileError.wrapping { try FileDescriptor.open(self, .readOnly, options: .closeOnExec) }
        defer { close(file.rawValue) }
        try file.sync()
    }

    fileprivate func linkTarget() throws(FileError) -> FilePath {
        // swift-system has no `readlink`.
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink(string, &bytes, Int(PATH_MAX)) >= 0 else { throw .last() }
        return FilePath(platformString: bytes)
    }

    func removeTree() {
        do throws(FileError) {
            try removeTree { _ in true }
        } catch {
            // The folder is already gone or can't be removed; it isn't used anymore.
        }
    }

    /// Removes a folder and its content, following no link.
    /// - Parameter isExpected: Whether a name may be removed. If one in the folder may not, nothing is removed.
    /// - Throws: `fileExists` for an unexpected name.
    func removeTree(where isExpected: (String) -> Bool) throws(FileError) {
        try Self.removeTree(self, in: AT_FDCWD, where: isExpected)
    }

    private static func removeTree(
        _ path: FilePath, in parent: Int32, where isExpected: (String) -> Bool
    ) throws(FileError) {
        let folder = openat(parent, path.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw .last() }
        defer { close(folder) }
        let names = try FilePath("/proc/self/fd/\(folder)").namesInFolder()
        guard names.allSatisfy(isExpected) else { throw .system(.fileExists) }
        for name in names where unlinkat(folder, name, 0) != 0 {
            guard errno == EISDIR else { throw .last() }
            try removeTree(FilePath(name), in: folder) { _ in true }
        }
        guard unlinkat(parent, path.string, AT_REMOVEDIR) == 0 else { throw .last() }
    }
}

extension FileDescriptor {
    /// Makes written data survive a power loss.
    func sync() throws(FileError) {
        // Some network file systems can't sync a folder.
        guard fsync(rawValue) == 0 || errno == EINVAL else { throw .last() }
    }
}
