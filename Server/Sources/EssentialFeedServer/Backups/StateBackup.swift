import EssentialFeed
public import Foundation
import GRDB
import SystemPackage

/// The contents of a backup, in numbers.
public struct BackupContent: Hashable, Sendable {
    /// The number of photo folders whose catalogs it has.
    public internal(set) var folders = 0
    /// The number of photos in their feeds. The backup doesn't contain these photos.
    public internal(set) var photos = 0
    /// The number of posted photos. The backup contains them.
    public internal(set) var posts = 0
    /// The number of comments written in a browser or a program.
    public internal(set) var comments = 0
    /// The number of tokens.
    public internal(set) var tokens = 0
}

/// Copies the irreplaceable part of a server's state into a folder: catalogs, friends' comments and photos, tokens, the
/// address.
///
/// Servers may keep running. Every call blocks.
public struct StateBackup: Sendable {
    private let stateFolder: URL

    /// - Parameter stateFolder: The server's state folder, which isn't written to.
    public init(of stateFolder: URL) {
        self.stateFolder = stateFolder
    }

    /// Makes a complete backup or none, readable only by its owner.
    ///
    /// An administrator's backup in another user's folder belongs to that user, who could replace the folder with a
    /// link during the write.
    /// - Parameters:
    ///   - path: The path of the backup's folder. There is nothing, or an empty folder.
    ///   - folder: The only photo folder whose catalog is wanted; `nil` for all of them.
    public func write(to path: String, folder: String?) throws(BackupError) -> BackupContent {
        let target = FilePath(path)
        guard Self.isFree(target) else { throw .exists(path: path) }
        OpenFile.permitMany()
        var content = BackupContent()
        var files: [(name: String, source: Source)] = []
        for name in try names(folder) {
            if let source = try source(name, &content) { files.append((name: name, source: source)) }
        }
        return try FolderOwner.acting(in: target, counting: .parents) { () throws(BackupError) in
            let part = try makePart(for: target, path)
            do throws(BackupError) {
                try copy(files, to: part.path, path, &content)
                try move(part, to: target, path)
                return content
            } catch {
                part.path.removeTree()
                throw error
            }
        } orThrow: {
            .unwritable(path: path, reason: $0.description)
        }
    }

    /// A file of the state, opened as the owner of the state folder.
    private enum Source {
        case catalog(DatabaseQueue)
        case friends(DatabaseQueue)
        case photo(OpenFile)
        case file(Data)
    }

    private func source(_ name: String, _ content: inout BackupContent) throws(BackupError) -> Source? {
        if CatalogFile.isName(name) { return .catalog(try openDatabase(name)) }
        if FriendsFile.isName(name) { return .friends(try openDatabase(name)) }
        if PostFiles.isPath(name) { return try openPhoto(name).map { .photo($0) } }
        return try smallFile(name, &content).map { .file($0) }
    }

    /// Creates the folder in which the backup is made. It replaces only a killed backup's folder.
    private func makePart(for target: FilePath, _ path: String) throws(BackupError) -> StagingFolder {
        do throws(FileError) {
            return try StagingFolder(for: target)
        } catch .system(.wouldBlock), .system(.fileExists) {
            throw .exists(path: StagingFolder.path(for: target).string)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
    }

    private func move(_ part: StagingFolder, to target: FilePath, _ path: String) throws(BackupError) {
        do throws(FileError) {
            try part.path.move(to: target)
            try withExtendedLifetime(part) { () throws(FileError) in try target.syncFolder() }
        } catch .system(.fileExists), .system(.directoryNotEmpty), .system(.notDirectory) {
            throw .exists(path: path)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
    }

    /// Returns whether there is nothing at the path, or an empty folder. ``FilePath/move(to:)`` has the last word.
    private static func isFree(_ target: FilePath) -> Bool {
        do throws(FileError) {
            return try target.namesInFolder().isEmpty
        } catch {
            return error == .system(.noSuchFileOrDirectory)
        }
    }

    private func names(_ folder: String?) throws(BackupError) -> [String] {
        let path = stateFolder.path(percentEncoded: false)
        let all: [String]
        do throws(FileError) {
            all = try FolderOwner.acting(in: FilePath(path)) { () throws(FileError) in
                try BackupFolder.paths(in: FilePath(path)).filter(BackupFolder.isKept)
            } orThrow: {
                $0
            }
        } catch .system(.noSuchFileOrDirectory) where !FilePath(path).isThere {
            throw .emptyState(path: path)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
        guard let folder else { return all }
        // The photos may have moved.
        let root = FilePath(folder).resolvedWhereItExists()
        let name = CatalogFile.name(of: root)
        guard all.contains(name) else {
            guard root.isThere else { throw .missing(path: folder) }
            throw .unknownFolder(path: folder)
        }
        let friends = FriendsFile.name(ofCatalog: name)
        let own = [name, friends, PostFiles.folderName(ofFriends: friends)]
        return all.filter { path in
            own.contains(String(path.prefix { $0 != "/" }))
                || !(CatalogFile.isName(path) || FriendsFile.isName(path) || PostFiles.isPath(path))
        }
    }

    private func copy(
        _ files: [(name: String, source: Source)], to part: FilePath, _ path: String, _ content: inout BackupContent
    ) throws(BackupError) {
        var lines = ""
        // Only photos listed in the copied databases, whose names sort first: others were deleted in the meantime.
        var posts: Set<String> = []
        let paths = Set(files.map(\.name))
        for (name, source) in files {
            let copy = part.appending(name)
            switch source {
            case .catalog(let catalog):
                // SQLite fills an empty file, but would create a new one with another mode.
                try write(Data(), to: copy, path)
                content.photos += try copyDatabase(name, catalog, to: copy.string, path) { try $0.photoCount() }
                content.folders += 1
            case .friends(let friends):
                try write(Data(), to: copy, path)
                let folder = PostFiles.folderName(ofFriends: name)
                func picture(of photo: UUID) -> String { "\(folder)/\(FolderBlobStore.name(of: photo))" }
                let (comments, kept) = try copyDatabase(name, friends, to: copy.string, path) { copy in
                    let comments = try copy.checkFriends().comments
                    try copy.deleteSubscriptions()
                    return (comments, try copy.keepPosts { paths.contains(picture(of: $0)) })
                }
                content.comments += comments
                content.posts += kept.count
                posts.formUnion(kept.map { picture(of: $0) })
            case .photo(let photo):
                guard posts.contains(name) else { continue }
                try writing(path) { () throws(FileError) in try photo.copy(to: copy) }
            case .file(let data): try write(data, to: copy, path)
            }
            let digest = try writing(path) { () throws(FileError) -> ContentDigest in
                try copy.sync()
                return try ContentDigest(of: OpenFile(path: copy))
            }
            lines += BackupFolder.line(name, digest)
        }
        guard content.folders > 0 || content.tokens > 0 else {
            throw .emptyState(path: stateFolder.path(percentEncoded: false))
        }
        let digests = part.appending(BackupFolder.digests)
        try write(Data(lines.utf8), to: digests, path)
        try writing(path) { () throws(FileError) in
            try digests.sync()
            for folder in Set(posts.map { $0.prefix { $0 != "/" } }) { try part.appending(String(folder)).sync() }
            try part.sync()
        }
    }

    private func databasePath(_ name: String) -> String {
        stateFolder.appending(path: name).path(percentEncoded: false)
    }

    private func openDatabase(_ name: String) throws(BackupError) -> DatabaseQueue {
        let database = databasePath(name)
        do {
            return try FolderOwner.acting(in: FilePath(stateFolder.path(percentEncoded: false))) {
                try DatabaseCopy.source(database)
            } orThrow: {
                $0
            }
        } catch let error as DatabaseError where error.isDamage {
            throw .damagedCatalog(path: database)
        } catch {
            throw .unreadable(path: database, reason: Self.reason(error))
        }
    }

    /// Opens a posted photo; `nil` if it has just been deleted.
    private func openPhoto(_ name: String) throws(BackupError) -> OpenFile? {
        let state = FilePath(stateFolder.path(percentEncoded: false))
        do throws(FileError) {
            return try FolderOwner.acting(in: state) { () throws(FileError) in
                try OpenFile(FolderPath(name), in: state)
            } orThrow: {
                $0
            }
        } catch .system(.noSuchFileOrDirectory) {
            return nil
        } catch {
            throw .unreadable(path: databasePath(name), reason: error.description)
        }
    }

    private func copyDatabase<Value>(
        _ name: String, _ source: DatabaseQueue, to copy: String, _ path: String,
        _ check: (DatabaseCopy) throws -> Value
    ) throws(BackupError) -> Value {
        do {
            return try check(DatabaseCopy.make(of: source, at: copy))
        } catch CatalogError.newerVersion {
            throw .newerCatalog(path: databasePath(name))
        } catch is EarlierVersionError {
            throw .earlierCatalog(path: databasePath(name))
        } catch let error as DatabaseError where error.isOfTheDisk {
            throw .unwritable(path: path, reason: Self.reason(error))
        } catch let error as DatabaseError where !error.isDamage {
            throw .unreadable(path: databasePath(name), reason: Self.reason(error))
        } catch {
            throw .damagedCatalog(path: databasePath(name))
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? DatabaseError)?.message ?? "\(error)"
    }

    private func smallFile(_ name: String, _ content: inout BackupContent) throws(BackupError) -> Data? {
        let file = StateFile(folder: stateFolder, name: name)
        let data: Data?
        do throws(FileError) {
            data = try file.read()
        } catch {
            throw .unreadable(path: file.path, reason: error.description)
        }
        guard let data, name == TokenFile.name else { return data }
        do throws(AccessError) {
            content.tokens = try TokenList(decoding: data, of: file.path).tokens.count
            return data
        } catch {
            throw .unusableTokens(error)
        }
    }

    private func write(_ data: Data, to file: FilePath, _ path: String) throws(BackupError) {
        try writing(path) { () throws(FileError) in
            let file = try file.createFile()
            defer { close(file.rawValue) }
            _ = try FileError.wrapping { try file.writeAll(data) }
        }
    }

    private func writing<Value>(_ path: String, _ work: () throws(FileError) -> Value) throws(BackupError) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
    }
}
