import Foundation
import GRDB
import SystemPackage

/// Reads the whole database of a catalog without changing it or the files beside it.
enum CatalogCheck {
    /// Returns what is damaged in a catalog that no server has open.
    ///
    /// Opening a database may change it: what a server wrote before it was killed is still in the log. So this reads a copy.
    /// - Throws: ``CatalogError`` or `DatabaseError`.
    static func problems(_ database: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "essential-feed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { FilePath(folder.path(percentEncoded: false)).removeTree() }
        let copy = folder.appending(path: "copy.sqlite").path(percentEncoded: false)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: database + suffix) {
            try FileManager.default.copyItem(atPath: database + suffix, toPath: copy + suffix)
        }
        return try problems(DatabaseQueue(path: copy))
    }

    /// Returns what is damaged in a catalog that a server has open, as one more reader.
    /// - Throws: ``CatalogError`` or `DatabaseError`.
    static func problems(beside database: String) throws -> [String] {
        try problems(CatalogCopy.source(database))
    }

    private static func problems(_ database: DatabaseQueue) throws -> [String] {
        try database.read { database in
            guard
                try CatalogSchema.migrator.appliedIdentifiers(database).isSubset(of: CatalogSchema.migrator.migrations)
            else { throw CatalogError.newerVersion }
            return try String.fetchAll(database, sql: "PRAGMA integrity_check(1)").filter { $0 != "ok" }
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
