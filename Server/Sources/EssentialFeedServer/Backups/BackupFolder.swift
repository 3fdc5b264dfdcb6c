public import EssentialFeed
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

    /// The names of the files, without the digests.
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

    /// Opens a backup, and checks that it has exactly what was written. Follows no link in the folder.
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
            return try file.bytes(at: 0, count: file.count)
        }
        guard !files.isEmpty, written == Array(lines.utf8) else { throw .changed(path: folder.string) }
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

    /// Runs work that reads a file of a backup. A backup has no links, and nothing else that isn't a plain file.
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
        do throws(FileError) {
            try path.removingLastComponent().createFolder()
        } catch .system(.fileExists) {
            // Another file is in it.
        }
        let file = try path.createFile()
        defer { close(file.rawValue) }
        for offset in stride(from: 0, to: count, by: Self.chunk) {
            guard let bytes = try bytes(at: offset, count: min(Self.chunk, count - offset)) else { throw .changed }
            _ = try FileError.wrapping { try file.writeAll(bytes) }
        }
        try checkUnchanged()
    }
}

/// The reason a server's state can't be backed up or restored. Nothing has changed then.
public enum BackupError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The backup would replace something.
    case exists(path: String)
    /// There is nothing at the path.
    case missing(path: String)
    /// The state folder has nothing to back up.
    case emptyState(path: String)
    /// The state folder has no catalog of the photo folder.
    case unknownFolder(path: String)
    /// The path of the backup doesn't lead to a folder. Earlier versions wrote files.
    case notAFolder(path: String)
    /// The folder isn't a backup.
    case notABackup(path: String)
    /// The file isn't part of the backup.
    case unknownFile(path: String)
    /// The backup, or a file in it, isn't what was written.
    case changed(path: String)
    /// A newer version of the program wrote the backup.
    case newerVersion(path: String)
    /// The backup has another number of catalogs than the one that a photo folder takes.
    case notOneCatalog(path: String, count: Int)
    /// A running server, or another command that restores, uses the state.
    case inUse(path: String)
    /// A catalog in the state folder is damaged.
    case damagedCatalog(path: String)
    /// A newer version of the program wrote a catalog in the state folder.
    case newerCatalog(path: String)
    /// The tokens in the state folder can't be read.
    case unusableTokens(AccessError)
    /// The backup, or a file of the state, can't be read.
    case unreadable(path: String, reason: String)
    /// The backup can't be written.
    case unwritable(path: String, reason: String)
    /// The state folder, or the folder that it is in, can't be written.
    case unwritableState(path: String, reason: String)
    /// The state folder can't be exchanged as a whole.
    case irreplaceable(path: String, reason: String)

    /// One line that says what to do.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        switch self {
        case .exists(let path):
            Message("\(path) already exists and isn’t an empty folder; choose another name")
        case .missing(let path): Message("there is no \(path); check the path")
        case .emptyState(let path):
            Message(
                "there is nothing to back up in \(path); name the server’s state folder with --state")
        case .unknownFolder(let path):
            Message(
                "the state has no catalog of \(path); use the folder and the --state that the server was started with"
            )
        case .notAFolder(let path):
            Message("\(path) isn’t a folder; use a folder that essential-feed backup wrote")
        case .notABackup(let path):
            Message("\(path) isn’t a backup; use a folder that essential-feed backup wrote")
        case .unknownFile(let path):
            Message("\(path) isn’t part of the backup; move it to another folder")
        case .changed(let path):
            Message("\(path) has changed since it was written; copy it again, or use another backup")
        case .newerVersion(let path), .newerCatalog(let path):
            Message("a newer version of this program wrote \(path); use that version")
        case .notOneCatalog(let path, let count):
            Message(
                "\(path) has the catalogs of \(count) folders; leave the folder out to restore all of them, or use a backup of one folder"
            )
        case .inUse(let path):
            Message("a server or another command uses \(path); stop it first")
        case .damagedCatalog(let path):
            Message("\(path) is damaged; restore an earlier backup, or delete the file to rebuild it")
        case .unusableTokens(let error): error.message
        case .unreadable(let path, let reason):
            Message("can’t read \(path): \(reason); make it readable to this user")
        case .unwritable(let path, let reason), .unwritableState(let path, let reason):
            Message("can’t write \(path): \(reason); check the folder and its disk")
        case .irreplaceable(let path, let reason):
            Message(
                "can’t replace \(path) as a whole: \(reason); restore into another folder with --state, and let the server use that one"
            )
        }
    }
}
