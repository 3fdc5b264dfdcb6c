import EssentialFeed
import FileLocks
public import Foundation
import GRDB
import SystemPackage

/// Gives a server the state that a backup has, in place of the one that it has now.
///
/// The new state is prepared beside the old one, and takes its place in one step. Every call blocks.
public struct StateRestoration: Sendable {
    private let stateFolder: URL
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - stateFolder: The server's state folder.
    ///   - now: Returns the current time.
    public init(of stateFolder: URL, now: @escaping @Sendable () -> Date) {
        (self.stateFolder, self.now) = (stateFolder, now)
    }

    /// Replaces the state by that of a backup, as a whole or not at all. What was there is kept.
    /// - Parameters:
    ///   - path: The path of the backup.
    ///   - folder: The photo folder that the backup's only catalog is for from now on; `nil` if the photos are where they
    ///     were.
    public func restore(from path: String, to folder: String?) throws(BackupError) -> RestoredState {
        let root = try folder.map { (folder) throws(BackupError) in
            guard let root = FilePath(folder).resolved() else { throw .missing(path: folder) }
            return root
        }
        let file = try Self.open(path)
        defer { close(file.rawValue) }
        let state = try place()
        let new = state.appending(toName: ".\(UUID().uuidString).part")
        try writing(state) { () throws(FileError) in try new.createFolder() }
        do throws(BackupError) {
            var names = try BackupReader(file, path: path).extract(to: new)
            if let root { names = try give(names, in: new, to: root, path) }
            let content = try prepare(names, in: new, path)
            return RestoredState(content: content, kept: try replace(state, by: new))
        } catch {
            new.removeTree()
            throw error
        }
    }

    private static func open(_ path: String) throws(BackupError) -> FileDescriptor {
        do throws(FileError) {
            return try FileError.wrapping { try FileDescriptor.open(path, .readOnly, options: .closeOnExec) }
        } catch .system(.noSuchFileOrDirectory) {
            throw .missing(path: path)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
    }

    /// Returns the path of the state folder without links, whose parent folder exists.
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

    /// Gives the only catalog the name that it has for another photo folder.
    private func give(
        _ names: [String], in new: FilePath, to root: FilePath, _ path: String
    ) throws(BackupError) -> [String] {
        let catalogs = names.filter(CatalogFile.isName)
        guard let catalog = catalogs.first, catalogs.count == 1 else {
            throw .notOneCatalog(path: path, count: catalogs.count)
        }
        let name = CatalogFile.name(of: root)
        try writing(new) { () throws(FileError) in try new.appending(catalog).move(to: new.appending(name)) }
        return names.map { $0 == catalog ? name : $0 }
    }

    /// Checks that this version can read the files, and writes them through to the disk.
    private func prepare(_ names: [String], in new: FilePath, _ path: String) throws(BackupError) -> BackupContent {
        var content = BackupContent()
        do {
            for name in names {
                let file = new.appending(name)
                if CatalogFile.isName(name) {
                    let catalog = CatalogCopy(path: file.string)
                    content.photos += try catalog.photoCount()
                    content.folders += 1
                    try catalog.rename()
                } else if name == TokenFile.name {
                    content.tokens = try TokenFile(in: URL(filePath: new.string)).tokens().count
                }
                try file.sync()
            }
            try new.sync()
            return content
        } catch CatalogError.newerVersion, AccessError.newerVersion {
            throw .newerVersion(path: path)
        } catch let error as DatabaseError where error.isDamage {
            throw .changed(path: path)
        } catch AccessError.damaged {
            throw .changed(path: path)
        } catch {
            throw .unwritableState(path: new.string, reason: "\(error)")
        }
    }

    // MARK: Replacing

    /// - Returns: The path of the old state, or `nil` if there was none.
    private func replace(_ state: FilePath, by new: FilePath) throws(BackupError) -> String? {
        guard let old = try namesOfState(state), !old.isEmpty else {
            try writing(state) { () throws(FileError) in
                try new.move(to: state)
                try state.syncFolder()
            }
            return nil
        }
        let locks = try lock(old.filter(CatalogFile.isName), in: state)
        return try withExtendedLifetime(locks) { () throws(BackupError) in
            try StateFile(folder: URL(filePath: state.string), name: TokenFile.name).whileLocked {
                () throws(BackupError) in
                try exchange(state, with: new)
            } orThrow: {
                .unwritableState(path: state.string, reason: $0.description)
            }
        }
    }

    private func namesOfState(_ state: FilePath) throws(BackupError) -> [String]? {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: state.string)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .unreadable(path: state.string, reason: error.localizedDescription)
        }
    }

    /// Takes the right to write to catalogs, which running servers have.
    private func lock(_ names: [String], in state: FilePath) throws(BackupError) -> [FileLock] {
        var locks: [FileLock] = []
        for name in names {
            do throws(FileLockError) {
                locks.append(try FileLock(CatalogFile(name: name, in: URL(filePath: state.string)).lock))
            } catch .inUse {
                throw .inUse(path: state.string)
            } catch {
                throw .unwritableState(path: state.string, reason: CatalogError(error).description)
            }
        }
        return locks
    }

    /// - Throws: ``BackupError`` as long as nothing has changed.
    private func exchange(_ state: FilePath, with new: FilePath) throws(BackupError) -> String {
        do throws(FileError) {
            try new.takeOwner(of: state)
            try new.exchange(with: state)
        } catch {
            throw .irreplaceable(path: state.string, reason: error.description)
        }
        let date = WireDate.text(now()).filter { $0 != "-" && $0 != ":" }
        let kept = state.appending(toName: ".before-restore-\(date)-\(UUID().uuidString.prefix(4))")
        do throws(FileError) {
            try new.move(to: kept)
            return kept.string
        } catch {
            // The old state stays where the new one was prepared.
            return new.string
        }
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

extension FilePath {
    /// Returns the path of a file or folder beside this one, whose name begins with this one's.
    fileprivate func appending(toName suffix: String) -> FilePath {
        FilePath(string + suffix)
    }
}
