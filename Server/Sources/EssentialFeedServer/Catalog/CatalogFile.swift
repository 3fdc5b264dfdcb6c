import EssentialFeed
import FileLocks
package import Foundation
import GRDB
package import SystemPackage

/// The files of a folder's catalog, named by a hash of the folder's path and readable only by their owner.
package struct CatalogFile: Sendable {
    /// The time that a reader waits while the log restarts.
    private static let busyTimeout: TimeInterval = 5
    /// Reading a page takes microseconds, so a few connections are enough for all requests.
    private static let maximumReaders = 2

    private static let prefix = "folder-"
    private static let suffix = ".sqlite"

    let database: String
    /// The file that is locked while a server can write.
    let lock: String
    /// The index file of earlier versions.
    private let old: String
    private let stateFolder: URL

    /// - Parameters:
    ///   - stateFolder: The folder of all catalogs, created if needed.
    ///   - root: The photo folder, with links resolved.
    init(in stateFolder: URL, root: FilePath) {
        self.init(name: Self.name(of: root), in: stateFolder)
    }

    /// - Parameter name: The file name of a catalog's database.
    package init(name: String, in stateFolder: URL) {
        let path = stateFolder.appending(path: name.dropLast(Self.suffix.count), directoryHint: .notDirectory)
            .path(percentEncoded: false)
        self.stateFolder = stateFolder
        (database, lock, old) = ("\(path)\(Self.suffix)", "\(path).lock", "\(path).json")
    }

    /// Returns the database name for a photo folder's catalog.
    /// - Parameter root: The photo folder, with links resolved.
    static func name(of root: FilePath) -> String {
        let bytes = root.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        let digest = ContentDigest(of: bytes.map { UInt8(bitPattern: $0) })
        return "\(prefix)\(digest.hexadecimal.prefix(32))\(suffix)"
    }

    /// Returns whether a file name in a state folder is that of a catalog database.
    package static func isName(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let digits = name.dropFirst(prefix.count).dropLast(suffix.count).utf8
        return digits.count == 32 && digits.allSatisfy("0123456789abcdef".utf8.contains)
    }

    /// Returns `$XDG_STATE_HOME/essential-feed`, by default `~/.local/state/essential-feed`, or `nil` if the
    /// environment sets neither variable.
    static func folder(environment: [String: String]) -> URL? {
        BaseDirectory.state.url(environment: environment)?
            .appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    /// Opens the single connection that writes, and the connections that only read.
    ///
    /// The lock keeps other programs from writing: SQLite before 3.51.3 can corrupt a database in write-ahead mode if
    /// two connections write to it.
    /// - Throws: ``CatalogError`` or `DatabaseError`.
    package func open(root: FilePath, settings: CatalogSettings) throws -> SQLiteCatalog {
        try FileManager.default.createDirectory(
            at: stateFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = try takeLock()
        unlink(old)
        try prepareFile()
        return try SQLiteCatalog(try pool(), root: root, settings: settings, lock: lock)
    }

    /// Copies the catalog if it exists. Opening the copy doesn't change the catalog's folder.
    /// - Throws: ``CatalogError``, including when the catalog itself couldn't be written; `CocoaError`.
    func copied(to folder: URL) throws -> CatalogFile {
        var nearest = FilePath(stateFolder.absoluteURL.path(percentEncoded: false))
        while !nearest.isThere, nearest.removeLastComponent() {}
        let files = FileManager.default
        guard files.isWritableFile(atPath: nearest.string) else { throw CatalogError.system(.permissionDenied) }
        // Taking the lock would create the lock file.
        let lock = try FilePath(self.lock).isThere ? takeLock() : nil
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let copy = CatalogFile(name: URL(filePath: database).lastPathComponent, in: folder)
        try withExtendedLifetime(lock) {
            // The log contains the last writes of a killed server.
            for suffix in ["", "-wal"] where files.fileExists(atPath: database + suffix) {
                try files.copyItem(atPath: database + suffix, toPath: copy.database + suffix)
            }
        }
        return copy
    }

    private func takeLock() throws(CatalogError) -> FileLock {
        do throws(FileLockError) {
            return try FileLock(lock)
        } catch {
            throw CatalogError(error)
        }
    }

    /// Removes a damaged database.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database + suffix) }
    }

    private func pool() throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.busyTimeout)
        configuration.maximumReaderCount = Self.maximumReaders
        configuration.prepareDatabase { database in
            // A published version number must never be reused for other content, even after a power loss.
            guard !database.configuration.readonly else { return }
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // Deleted data must not remain in the file.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        return try DatabasePool(path: database, configuration: configuration)
    }

    /// Sets the database's file mode before SQLite opens the file, because SQLite copies the mode to its other files.
    private func prepareFile() throws {
        let options: FileDescriptor.OpenOptions = [.create, .closeOnExec, .noFollow]
        do {
            try FileDescriptor.open(
                FilePath(database), .writeOnly, options: options, permissions: .ownerReadWrite
            ).close()
        } catch let error as Errno {
            throw CatalogError.system(error)
        }
    }
}
