import EssentialFeed
public import Foundation
import GRDB
import SystemPackage

/// Writes what can't be made again of a server's state into one file: the catalogs of its photo folders, its tokens, its
/// address.
///
/// The file is a tar archive whose files have the names that they have in the state folder. Servers may run meanwhile.
/// Every call blocks.
public struct StateBackup: Sendable {
    private let stateFolder: URL
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - stateFolder: The server's state folder, which isn't written to.
    ///   - now: Returns the current time.
    public init(of stateFolder: URL, now: @escaping @Sendable () -> Date) {
        (self.stateFolder, self.now) = (stateFolder, now)
    }

    /// Writes the backup whole or not at all, readable by its owner alone.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - folder: The only photo folder whose catalog is wanted; `nil` for all of them.
    ///   - mayReplace: Whether it may replace a file.
    public func write(to path: String, folder: String?, mayReplace: Bool) throws(BackupError) -> BackupContent {
        let target = FilePath(path)
        guard mayReplace || !target.isThere else { throw .exists(path: path) }
        let names = try names(folder)
        let parts = FilePath("\(path).\(UUID().uuidString).part")
        try writing(path) { () throws(FileError) in try parts.createFolder() }
        defer { parts.removeTree() }
        let archive = parts.appending("backup")
        let content = try writeArchive(names, to: archive, copies: parts, path)
        try writing(path) { () throws(FileError) in
            if mayReplace {
                try archive.move(to: target)
            } else {
                try archive.moveUnlessThere(to: target)
            }
            try target.syncFolder()
        }
        return content
    }

    private func writeArchive(
        _ names: [String], to archive: FilePath, copies: FilePath, _ path: String
    ) throws(BackupError) -> BackupContent {
        let file = try writing(path) { () throws(FileError) in
            try FileError.wrapping {
                try FileDescriptor.open(
                    archive, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: .ownerReadWrite)
            }
        }
        defer { close(file.rawValue) }
        var writer = BackupWriter(file, at: now())
        try writing(path) { () throws(FileError) in try writer.write(BackupName.head, head()) }
        var content = BackupContent()
        for name in names {
            if CatalogFile.isName(name) {
                let (copy, photos) = try copyCatalog(name, to: copies.appending(name).string, path)
                content.folders += 1
                content.photos += photos
                try writing(path) { () throws(FileError) in
                    try writer.write(name, copyOf: FilePath(copy))
                    unlink(copy)
                }
            } else if let data = try smallFile(name, &content) {
                try writing(path) { () throws(FileError) in try writer.write(name, data) }
            }
        }
        guard content.folders > 0 || content.tokens > 0 else {
            throw .emptyState(path: stateFolder.path(percentEncoded: false))
        }
        try writing(path) { () throws(FileError) in
            try writer.finish()
            try file.sync()
        }
        return content
    }

    private func head() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = BackupHead(
            version: BackupHead.currentVersion, program: "essential-feed \(Version.current)",
            made_at: WireDate.text(now()))
        do {
            return try encoder.encode(head) + Data("\n".utf8)
        } catch {
            preconditionFailure("numbers and texts always encode: \(error)")
        }
    }

    /// Returns the names of the files that belong into the backup.
    private func names(_ folder: String?) throws(BackupError) -> [String] {
        let path = stateFolder.path(percentEncoded: false)
        let all: [String]
        do {
            all = try FileManager.default.contentsOfDirectory(atPath: path).filter(BackupName.isKept).sorted()
        } catch CocoaError.fileReadNoSuchFile {
            throw .emptyState(path: path)
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
        guard let folder else { return all }
        guard let root = FilePath(folder).resolved() else { throw .missing(path: folder) }
        let name = CatalogFile.name(of: root)
        guard all.contains(name) else { throw .unknownFolder(path: folder) }
        return all.filter { $0 == name || !CatalogFile.isName($0) }
    }

    private func copyCatalog(
        _ name: String, to copy: String, _ path: String
    ) throws(BackupError) -> (path: String, photos: Int) {
        let database = stateFolder.appending(path: name).path(percentEncoded: false)
        let source: DatabaseQueue
        do {
            source = try CatalogCopy.source(database)
        } catch let error as DatabaseError where error.isDamage {
            throw .damagedCatalog(path: database)
        } catch {
            throw .unreadable(path: database, reason: Self.reason(error))
        }
        do {
            return (copy, try CatalogCopy.make(of: source, at: copy).photoCount())
        } catch CatalogError.newerVersion {
            throw .newerCatalog(path: database)
        } catch let error as DatabaseError where error.isOfTheDisk {
            throw .unwritable(path: path, reason: Self.reason(error))
        } catch {
            throw .damagedCatalog(path: database)
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? DatabaseError)?.message ?? "\(error)"
    }

    /// Returns the tokens or the address; `nil` if there are none.
    private func smallFile(_ name: String, _ content: inout BackupContent) throws(BackupError) -> Data? {
        let file = StateFile(folder: stateFolder, name: name)
        let data: Data?
        do throws(FileError) {
            data = try file.read()
        } catch {
            throw .unreadable(path: file.path, reason: error.description)
        }
        guard let data, name == TokenFile.name else { return data }
        do throws(TokenList.DecodingError) {
            content.tokens = try TokenList(decoding: data).tokens.count
            return data
        } catch {
            switch error {
            case .damaged: throw .unusableTokens(.damaged(path: file.path))
            case .newerVersion: throw .unusableTokens(.newerVersion(path: file.path))
            }
        }
    }

    private func writing<Value>(
        _ path: String, _ work: () throws(FileError) -> Value
    ) throws(BackupError) -> Value {
        do throws(FileError) {
            return try work()
        } catch .system(.fileExists) {
            throw .exists(path: path)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
    }
}
