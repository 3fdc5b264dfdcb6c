import EssentialFeed
import FileLocks
package import Foundation
import GRDB
package import SystemPackage

/// The files of a folder's catalog, named by a hash of the folder and readable by their owner alone.
package struct CatalogFile: Sendable {
    /// How long a reader waits while the log is restarted.
    private static let busyTimeout: TimeInterval = 5
    /// A page is read in microseconds, so a few connections are enough for all requests.
    private static let maximumReaders = 2

    private static let prefix = "folder-"
    private static let suffix = ".sqlite"

    let database: String
    /// The file that is locked as long as a server writes.
    let lock: String
    /// The index of earlier versions.
    private let old: String
    private let stateFolder: URL

    /// - Parameters:
    ///   - stateFolder: The folder of all catalogs; created when needed.
    ///   - root: The photo folder, with links resolved.
    init(in stateFolder: URL, root: FilePath) {
        self.init(name: Self.name(of: root), in: stateFolder)
    }

    /// - Parameter name: The name of a catalog's database.
    package init(name: String, in stateFolder: URL) {
        let path = stateFolder.appending(path: name.dropLast(Self.suffix.count), directoryHint: .notDirectory)
            .path(percentEncoded: false)
        self.stateFolder = stateFolder
        (database, lock, old) = ("\(path)\(Self.suffix)", "\(path).lock", "\(path).json")
    }

    /// Returns the name of the database of a photo folder's catalog.
    /// - Parameter root: The photo folder, with links resolved.
    static func name(of root: FilePath) -> String {
        let bytes = root.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        let digest = ContentDigest(of: bytes.map { UInt8(bitPattern: $0) })
        return "\(prefix)\(digest.hexadecimal.prefix(32))\(suffix)"
    }

    /// Returns whether a file of this name in a state folder is the database of a catalog.
    package static func isName(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let digits = name.dropFirst(prefix.count).dropLast(suffix.count).utf8
        return digits.count == 32 && digits.allSatisfy("0123456789abcdef".utf8.contains)
    }

    /// Returns `$XDG_STATE_HOME/essential-feed`, by default `~/.local/state/essential-feed`, or `nil` if the environment
    /// sets neither.
    static func folder(environment: [String: String]) -> URL? {
        BaseDirectory.state.url(environment: environment)?
            .appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    /// Opens the one connection that writes, and readers beside it.
    ///
    /// The lock makes sure that no other program writes: releases of SQLite before 3.51.3 can corrupt a database in
    /// write-ahead mode if two connections write to it.
    /// - Throws: ``CatalogError`` or `DatabaseError`.
    package func open(root: FilePath, settings: CatalogSettings) throws -> SQLiteCatalog {
        try FileManager.default.createDirectory(
            at: stateFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock: FileLock
        do throws(FileLockError) {
            lock = try FileLock(self.lock)
        } catch {
            throw CatalogError(error)
        }
        unlink(old)
        try prepareFile()
        return try SQLiteCatalog(try pool(), root: root, settings: settings, lock: lock)
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
            // A version number that was shown must not be given to other content, even after a loss of power.
            if !database.configuration.readonly { try database.execute(sql: "PRAGMA synchronous = FULL") }
        }
        return try DatabasePool(path: database, configuration: configuration)
    }

    /// Gives the database its mode before SQLite opens it, because SQLite copies the mode to its other files.
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
