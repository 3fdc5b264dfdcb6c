import Foundation
import GRDB
import SystemPackage

/// What the whole database of a catalog says, read without changing it or the files beside it.
struct CatalogCheck {
    /// Whether the database is whole.
    let isWhole: Bool
    /// The files of which no picture can be made.
    let undecodable: LeftOutFiles.Kind

    /// Reads a catalog that no server has open.
    ///
    /// Opening a database may change it: what a server wrote before it was killed is still in the log. So this reads a copy.
    /// - Throws: ``CatalogError`` or `DatabaseError`.
    init(_ database: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "essential-feed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { FilePath(folder.path(percentEncoded: false)).removeTree() }
        let copy = folder.appending(path: "copy.sqlite").path(percentEncoded: false)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: database + suffix) {
            try FileManager.default.copyItem(atPath: database + suffix, toPath: copy + suffix)
        }
        try self.init(DatabaseQueue(path: copy))
    }

    /// Reads a catalog that a server has open, as one more reader.
    /// - Throws: ``CatalogError`` or `DatabaseError`.
    init(beside database: String) throws {
        try self.init(CatalogCopy.source(database))
    }

    private init(_ database: DatabaseQueue) throws {
        (isWhole, undecodable) = try database.read { database in
            guard
                try CatalogSchema.migrator.appliedIdentifiers(database).isSubset(of: CatalogSchema.migrator.migrations)
            else { throw CatalogError.newerVersion }
            let isWhole = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)") == ["ok"]
            return (isWhole, isWhole ? try SQLiteCatalog.leftOut(.undecodable, in: database) : LeftOutFiles.Kind())
        }
    }
}

/// Finds out whether somebody holds a lock, without creating its file.
enum FileLockProbe {
    static func isHeld(_ path: String) -> Bool {
        // swift-system has no `flock`.
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
