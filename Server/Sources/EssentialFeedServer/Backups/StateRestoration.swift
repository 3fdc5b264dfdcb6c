import EssentialFeed
import Files
public import Foundation
import GRDB
import SystemPackage

/// The outcome of restoring a backup.
public struct RestoredState: Hashable, Sendable {
    /// The contents of the state now.
    public let content: BackupContent
    /// The owner's name; `nil` if it isn't known. An owner who became the owner in a browser has no link.
    public let ownerName: String?
    /// The folder with the previous state; `nil` if there was none.
    public let kept: String?
}

/// Replaces a server's state with a backup.
///
/// The new state is prepared beside the old one and replaces it in one step. Every call blocks.
public struct StateRestoration: Sendable {
    private let stateFolder: URL
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - stateFolder: The server's state folder.
    ///   - now: Returns the current time.
    public init(of stateFolder: URL, now: @escaping @Sendable () -> Date) {
        (self.stateFolder, self.now) = (stateFolder, now)
    }

    /// Replaces the whole state with a backup's, or changes nothing. Keeps the replaced state.
    /// - Parameters:
    ///   - path: The path of the backup's folder.
    ///   - folder: The new photo folder of the backup's only catalog; `nil` if the photos haven't moved.
    public func restore(from path: String, to folder: String?) throws(BackupError) -> RestoredState {
        let root = try folder.map { (folder) throws(BackupError) in
            guard let root = FilePath(folder).resolved() else { throw .missing(path: folder) }
            return root
        }
        let backup = try BackupFolder(path)
        let given = FilePath(stateFolder.path(percentEncoded: false))
        return try acting(in: given, counting: .parents) { () throws(BackupError) in
            let state = try place()
            let part = try makePart(for: state)
            let new = part.path
            do throws(BackupError) {
                try backup.copy(to: new)
                var names = backup.names
                if let root { names = try give(names, in: new, to: root, path) }
                let (content, ownerName) = try prepare(names, in: new, path)
                let kept = try replace(state, by: new)
                return withExtendedLifetime(part) {
                    RestoredState(content: content, ownerName: ownerName, kept: kept)
                }
            } catch {
                new.removeTree()
                throw error
            }
        }
    }

    /// Works as the owner of a folder if an administrator restores the state.
    private func acting<Value>(
        in folder: FilePath, counting part: FolderOwner.Part = .wholePath, _ work: () throws(BackupError) -> Value
    ) throws(BackupError) -> Value {
        try FolderOwner.acting(in: folder, counting: part, work) {
            .unwritableState(path: folder.string, reason: $0.description)
        }
    }

    private func makePart(for state: FilePath) throws(BackupError) -> StagingFolder {
        do throws(FileError) {
            return try StagingFolder(for: state)
        } catch .system(.wouldBlock) {
            throw .inUse(path: StagingFolder.path(for: state).string)
        } catch {
            throw .unwritableState(path: StagingFolder.path(for: state).string, reason: error.description)
        }
    }

    /// Returns the path of the state folder without links. Its parent folder exists.
    private func place() throws(BackupError) -> FilePath {
        let path = stateFolder.standardizedFileURL.path(percentEncoded: false)
        if let state = FilePath(path).resolved() { return state }
        let parent = stateFolder.standardizedFileURL.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        } catch {
            throw .unwritableState(path: path, reason: error.localizedDescription)
        }
        guard let resolved = FilePath(parent.path(percentEncoded: false)).resolved() else {
            throw .unwritableState(path: path, reason: FileError.last().description)
        }
        return resolved.appending(stateFolder.standardizedFileURL.lastPathComponent)
    }

    // MARK: The new state

    /// Renames the only catalog for another photo folder.
    private func give(
        _ names: [String], in new: FilePath, to root: FilePath, _ path: String
    ) throws(BackupError) -> [String] {
        let catalogs = names.filter(CatalogFile.isName)
        guard let catalog = catalogs.first, catalogs.count == 1 else {
            throw .notOneCatalog(path: path, count: catalogs.count)
        }
        let name = CatalogFile.name(of: root)
        let (oldFriends, newFriends) = (FriendsFile.name(ofCatalog: catalog), FriendsFile.name(ofCatalog: name))
        let moved = [
            catalog: name, oldFriends: newFriends,
            PostFiles.folderName(ofFriends: oldFriends): PostFiles.folderName(ofFriends: newFriends),
        ]
        try writing(new) { () throws(FileError) in
            for old in Set(names.map(Self.top)) {
                if let name = moved[old] { try new.appending(old).move(to: new.appending(name)) }
            }
        }
        return names.map { path in
            let top = Self.top(path)
            return (moved[top] ?? top) + path.dropFirst(top.count)
        }
    }

    private static func top(_ path: String) -> String { String(path.prefix { $0 != "/" }) }

    /// Checks that this version can read the files, and writes them through to the disk.
    private func prepare(
        _ names: [String], in new: FilePath, _ path: String
    ) throws(BackupError) -> (content: BackupContent, ownerName: String?) {
        var content = BackupContent()
        var ownerName: String?
        do {
            for name in names {
                let file = new.appending(name)
                if CatalogFile.isName(name) {
                    let catalog = DatabaseCopy(path: file.string)
                    content.photos += try catalog.photoCount()
                    content.folders += 1
                    try catalog.rename()
                } else if FriendsFile.isName(name) {
                    let friends = DatabaseCopy(path: file.string)
                    let (posts, comments) = try friends.checkFriends()
                    content.posts += posts
                    content.comments += comments
                    try friends.renameFriends()
                } else if name == TokenFile.name {
                    let tokens = try TokenFile(in: URL(filePath: new.string)).tokens()
                    content.tokens = tokens.count
                    ownerName = tokens.first { $0.id == Person.owner.id }?.name
                }
                try file.sync()
            }
            for folder in Set(names.filter(PostFiles.isPath).map(Self.top)) { try new.appending(folder).sync() }
            try new.sync()
            return (content, ownerName)
        } catch CatalogError.newerVersion, AccessError.newerVersion {
            throw .newerVersion(path: path)
        } catch is EarlierVersionError, AccessError.earlierVersion {
            throw .earlierVersion(path: path)
        } catch let error as DatabaseError where error.isDamage {
            throw .changed(path: path)
        } catch AccessError.damaged, CatalogError.foreign {
            throw .changed(path: path)
        } catch {
            throw .unwritableState(path: new.string, reason: "\(error)")
        }
    }

    // MARK: Replacing

    /// - Returns: The path of the old state, or `nil` if there was none.
    private func replace(_ state: FilePath, by new: FilePath) throws(BackupError) -> String? {
        func move() throws(BackupError) {
            try writing(state) { () throws(FileError) in
                try new.move(to: state)
                try state.syncFolder()
            }
        }
        guard let old = try namesOfState(state) else {
            try move()
            return nil
        }
        let entered = EnteredFolder(state)
        let lock = try acting(in: state) { () throws(BackupError) in try self.lock(state, as: entered) }
        return try withExtendedLifetime((lock, entered)) { () throws(BackupError) in
            try writing(state) { () throws(FileError) in try new.takeOwner(of: state) }
            guard !old.isEmpty else {
                try move()
                return nil
            }
            let tokens = try writing(state) { () throws(FileError) in
                try StateFile(folder: entered.url, name: TokenFile.name).lock()
            }
            return try withExtendedLifetime(tokens) { () throws(BackupError) in try exchange(state, with: new) }
        }
    }

    private func namesOfState(_ state: FilePath) throws(BackupError) -> [String]? {
        let entered = EnteredFolder(state)
        return try acting(in: state) { () throws(BackupError) in
            do throws(FileError) {
                return try withExtendedLifetime(entered) { () throws(FileError) in try entered.path.namesInFolder() }
            } catch .system(.noSuchFileOrDirectory) {
                return nil
            } catch {
                throw .unreadable(path: state.string, reason: error.description)
            }
        }
    }

    private func lock(_ folder: FilePath, as entered: EnteredFolder) throws(BackupError) -> FileLock {
        do throws(FileError) {
            return try FileError.wrapping { try FileLock(folder: entered.path.string, isShared: false) }
        } catch .system(.wouldBlock) {
            throw .inUse(path: folder.string)
        } catch {
            throw .unwritableState(path: folder.string, reason: error.description)
        }
    }

    /// Exchanges the states in one step, and then gives the old one its permanent name. A command killed in between
    /// leaves the old one under the part's name. No later command removes it, because it has the lock of the tokens.
    private func exchange(_ state: FilePath, with new: FilePath) throws(BackupError) -> String {
        do throws(FileError) {
            try new.exchange(with: state)
        } catch {
            throw .irreplaceable(path: state.string, reason: error.description)
        }
        try writing(state) { () throws(FileError) in try state.syncFolder() }
        let date = WireDate.text(now()).filter { $0 != "-" && $0 != ":" }
        let kept = FilePath("\(state.string).before-restore-\(date)-\(UUID().uuidString.prefix(4))")
        do throws(FileError) {
            try new.move(to: kept)
        } catch {
            // The old state stays there. An error would remove it.
            return new.string
        }
        try writing(state) { () throws(FileError) in try state.syncFolder() }
        return kept.string
    }

    private func writing<Value>(
        _ path: FilePath, _ work: () throws(FileError) -> Value
    ) throws(BackupError) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw .unwritableState(path: path.string, reason: error.description)
        }
    }
}
