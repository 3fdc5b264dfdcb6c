import Foundation
import SystemPackage

/// The folder of a backup: files with the names that they have in the state folder, and a file with their digests.
///
/// Every call blocks.
struct BackupFolder {
    /// The file with the digests, as `sha256sum` writes and checks it.
    static let digests = "SHA256SUMS"
    /// In bytes.
    private static let chunk = 1 << 20

    private let path: String
    private let files: [(name: String, content: OpenFile)]

    /// The names of the files, without the digests.
    var names: [String] { files.map { $0.name } }

    /// Returns whether a backup has the file of a state: it can't be made again.
    static func isKept(_ name: String) -> Bool {
        name == TokenFile.name || name == PublicAddressFile.name || CatalogFile.isName(name)
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
        files = try FolderOwner.acting(in: FilePath(path)) { () throws(BackupError) in
            try Self.open(FilePath(path))
        } orThrow: {
            .unreadable(path: path, reason: $0.description)
        }
    }

    /// Copies the files into an empty folder.
    func copy(to folder: FilePath) throws(BackupError) {
        do throws(FileError) {
            for (name, content) in files {
                let file = try folder.appending(name).createFile()
                defer { close(file.rawValue) }
                for offset in stride(from: 0, to: content.count, by: Self.chunk) {
                    let count = min(Self.chunk, content.count - offset)
                    guard let bytes = try content.bytes(at: offset, count: count) else { throw FileError.changed }
                    _ = try FileError.wrapping { try file.writeAll(bytes) }
                }
                try content.checkUnchanged()
            }
        } catch .changed {
            throw .changed(path: path)
        } catch {
            throw .unwritableState(path: folder.string, reason: error.description)
        }
    }

    private static func open(_ folder: FilePath) throws(BackupError) -> [(name: String, content: OpenFile)] {
        let names = try Self.names(in: folder)
        guard names.contains(Self.digests) else { throw .notABackup(path: folder.string) }
        var files: [(name: String, content: OpenFile)] = []
        var lines = ""
        for name in names where name != Self.digests {
            let path = folder.appending(name)
            guard isKept(name) else { throw .unknownFile(path: path.string) }
            let content = try reading(path) { () throws(FileError) in try OpenFile(path: path) }
            lines += line(name, try reading(path) { () throws(FileError) in try ContentDigest(of: content) })
            files.append((name: name, content: content))
        }
        let digests = StateFile(folder: URL(filePath: folder.string, directoryHint: .isDirectory), name: Self.digests)
        let written = try reading(folder.appending(Self.digests)) { () throws(FileError) in try digests.read() }
        guard !files.isEmpty, written == Data(lines.utf8) else { throw .changed(path: folder.string) }
        return files
    }

    private static func names(in folder: FilePath) throws(BackupError) -> [String] {
        do throws(FileError) {
            return try folder.namesInFolder()
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
