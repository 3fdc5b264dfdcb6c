import EssentialFeed
import Files
import Foundation
import SystemPackage

/// The folder of a backup: files with the paths that they have in the state folder, and a file with their digests.
///
/// Every call blocks.
struct BackupFolder {
    /// The file with the digests, as `sha256sum` writes and checks it.
    static let digests = "SHA256SUMS"
    /// In bytes.
    private static let maximumDigests = 64 << 20
    private let path: String
    private let files: [(name: String, content: OpenFile)]

    var names: [String] { files.map { $0.name } }

    /// Returns whether a backup has the file of a state: it can't be made again.
    static func isKept(_ name: String) -> Bool {
        name == TokenFile.name || name == PublicAddressFile.name || CatalogFile.isName(name)
            || FriendsFile.isName(name) || PostFiles.isPath(name)
    }

    /// Returns the sorted paths in a state folder or a backup, with those of posted photos.
    static func paths(in folder: FilePath) throws(FileError) -> [String] {
        var paths: [String] = []
        for name in try folder.namesInFolder() {
            guard PostFiles.isFolderName(name) else {
                paths.append(name)
                continue
            }
            paths += try folder.appending(name).namesInFolder().map { "\(name)/\($0)" }
        }
        return paths
    }

    /// Returns whether a backup that isn't finished may have the file.
    static func mayBeUnfinished(_ name: String) -> Bool {
        let suffixes = ["", "-journal", "-wal", "-shm"]
        return name == digests || PostFiles.isFolderName(name)
            || suffixes.contains { name.hasSuffix($0) && isKept(String(name.dropLast($0.count))) }
    }

    /// Returns a file's line in the digests. The lines are in the order of the names.
    static func line(_ name: String, _ digest: ContentDigest) -> String {
        "\(digest.hexadecimal)  \(name)\n"
    }

    /// Opens a backup, and checks that its content is unchanged. Follows no link in the folder.
    ///
    /// The files stay open: the owner of the state may not be allowed to read the backup.
    init(_ path: String) throws(BackupError) {
        self.path = path
        files = try FolderOwner.acting(in: FilePath(path), counting: .folder) { () throws(BackupError) in
            try Self.open(FilePath(path))
        } orThrow: {
            .unreadable(path: path, reason: $0.description)
        }
    }

    func copy(to folder: FilePath) throws(BackupError) {
        do throws(FileError) {
            for (name, content) in files {
                try content.copy(to: folder.appending(name))
            }
        } catch .changed {
            throw .changed(path: path)
        } catch {
            throw .unwritableState(path: folder.string, reason: error.description)
        }
    }

    private static func open(_ folder: FilePath) throws(BackupError) -> [(name: String, content: OpenFile)] {
        OpenFile.permitMany()
        let names = try Self.names(in: folder)
        guard names.contains(Self.digests) else { throw .notABackup(path: folder.string) }
        var files: [(name: String, content: OpenFile)] = []
        var lines = ""
        for name in names where name != Self.digests {
            let path = folder.appending(name)
            guard isKept(name) else { throw .unknownFile(path: path.string) }
            let content = try reading(path) { () throws(FileError) in try OpenFile(FolderPath(name), in: folder) }
            lines += line(name, try reading(path) { () throws(FileError) in try ContentDigest(of: content) })
            files.append((name: name, content: content))
        }
        let path = folder.appending(Self.digests)
        let written = try reading(path) { () throws(FileError) in
            let file = try OpenFile(path: path)
            guard file.count <= maximumDigests else { throw FileError.changed }
            return try file.data()
        }
        guard !files.isEmpty, written == Data(lines.utf8) else { throw .changed(path: folder.string) }
        return files
    }

    private static func names(in folder: FilePath) throws(BackupError) -> [String] {
        do throws(FileError) {
            return try paths(in: folder)
        } catch .system(.noSuchFileOrDirectory) {
            throw .missing(path: folder.string)
        } catch .system(.notDirectory) {
            throw .notAFolder(path: folder.string)
        } catch {
            throw .unreadable(path: folder.string, reason: error.description)
        }
    }

    /// Runs work that reads a file of a backup. A backup has only plain files, and no links.
    private static func reading<Value>(
        _ path: FilePath, _ work: () throws(FileError) -> Value
    ) throws(BackupError) -> Value {
        do throws(FileError) {
            return try work()
        } catch .changed, .system(.tooManySymbolicLinkLevels), .system(.invalidArgument) {
            throw .changed(path: path.string)
        } catch {
            throw .unreadable(path: path.string, reason: error.description)
        }
    }
}

extension OpenFile {
    /// In bytes.
    private static let chunk = 1 << 20

    /// Lets the process open as many files as the system permits: a state has a file for each posted photo.
    static func permitMany() {
        // swift-system has no `setrlimit`.
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }

    /// Copies the content to a new file, whose folder is created if needed.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file has changed since it was opened.
    func copy(to path: FilePath) throws(FileError) {
        _ = try FileError.wrapping { try FileSystem.createFolder(path.removingLastComponent().string) }
        let file = try path.createFile()
        defer { close(file.rawValue) }
        for offset in stride(from: 0, to: count, by: Self.chunk) {
            let bytes = try bytes(in: offset..<min(offset + Self.chunk, count))
            _ = try FileError.wrapping { try file.writeAll(bytes) }
        }
        try checkUnchanged()
    }
}

/// The folder beside a target in which a command prepares the target's new content. It is locked while the command runs.
///
/// Every call blocks.
struct StagingFolder: Sendable {
    private static let suffix = ".part"

    let path: FilePath
    private let lock: FileLock

    static func path(for target: FilePath) -> FilePath {
        FilePath(target.string + suffix)
    }

    /// Creates the empty folder, in place of one that a killed command has left.
    /// - Throws: `wouldBlock` if another command has the folder, `fileExists` if the folder has another file.
    init(for target: FilePath) throws(FileError) {
        let path = Self.path(for: target)
        self.path = path
        while try !FileError.wrapping({ try FileSystem.createFolder(path.string) }) { try Self.remove(path) }
        lock = try Self.lock(path)
    }

    private static func remove(_ path: FilePath) throws(FileError) {
        let lock = try lock(path)
        try withExtendedLifetime(lock) { () throws(FileError) in
            try path.removeTree(where: BackupFolder.mayBeUnfinished)
        }
    }

    private static func lock(_ path: FilePath) throws(FileError) -> FileLock {
        try FileError.wrapping { try FileLock(folder: path.string, isShared: false) }
    }
}
