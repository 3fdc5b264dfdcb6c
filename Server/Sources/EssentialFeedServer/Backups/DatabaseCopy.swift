import Foundation
import GRDB
import SystemPackage

/// A catalog or a friends' database, in a single file that no server has open.
struct DatabaseCopy {
    let path: String

    /// Opens the catalog of a state folder for reading, even while a server writes to it.
    ///
    /// Later reads open no file of the state folder: its owner could have planted links to other users' files.
    /// - Throws: `DatabaseError`; `FileError` if a file of the database isn't a plain file with one name.
    static func source(_ database: String) throws -> DatabaseQueue {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let file = FilePath(database + suffix)
            guard file.isThere else { continue }
            let status = try file.stat(followTargetSymlink: false)
            guard status.type == .regular, status.linkCount == 1 else { throw FileError.system(.invalidArgument) }
        }
        var configuration = Configuration()
        configuration.readonly = true
        // Restarting the log locks readers out for a moment.
        configuration.busyMode = .timeout(5)
        let source = try DatabaseQueue(path: database, configuration: configuration)
        let mode = try source.read { database in
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema")
            return try String.fetchOne(database, sql: "PRAGMA journal_mode")
        }
        // Only with a log do the files stay open between two reads.
        guard mode != "wal" else { return source }
        let copy = try DatabaseQueue()
        try source.backup(to: copy)
        return copy
    }

    /// - Throws: `DatabaseError`.
    static func make(of source: DatabaseQueue, at path: String) throws -> DatabaseCopy {
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        return DatabaseCopy(path: path)
    }

    /// - Throws: `DatabaseError`, or ``CatalogError`` if this version can't read the catalog.
    func photoCount() throws -> Int {
        try open { database in
            try CatalogSchema.migrator.check(database)
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM photo WHERE file IS NOT NULL") ?? 0
        }
    }

    /// Makes the versions of the catalog differ from all that were shown, because those after this copy was made were
    /// given to other content.
    func rename() throws {
        try open { try $0.execute(sql: "UPDATE catalog SET name = lower(hex(randomblob(6)))") }
    }

    /// - Throws: `DatabaseError`, or ``CatalogError`` if this version can't read it.
    func checkFriends() throws -> (posts: Int, comments: Int) {
        try open { database in
            try FriendsSchema.migrator.check(database)
            _ = try Int.fetchOne(database, sql: "SELECT change FROM friends")
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE deleted IS NULL") ?? 0
            }
            return (try count("post"), try count("comment"))
        }
    }

    /// Deletes where browsers get messages, and their keys: in a restored state, no browser is signed in.
    /// - Throws: `DatabaseError`.
    func deleteSubscriptions() throws {
        try open { try $0.execute(sql: "PRAGMA secure_delete = ON; DELETE FROM push") }
    }

    /// Removes the posted photos that were posted after the files were listed.
    /// - Parameter hasFile: Returns whether the backup has a photo's file.
    /// - Returns: The photos that remain.
    /// - Throws: `DatabaseError`.
    func keepPosts(_ hasFile: (UUID) -> Bool) throws -> [UUID] {
        try open { database in
            let all = try UUID.fetchAll(database, sql: "SELECT id FROM post WHERE deleted IS NULL")
            for id in all where !hasFile(id) {
                try database.execute(sql: "DELETE FROM post WHERE id = ?", arguments: [id])
            }
            return all.filter(hasFile)
        }
    }

    /// Makes the numbers of changes differ from all that were given to clients, because those after this copy was made
    /// were given to other changes. Signs all browsers out, because some may have been signed out since then.
    func renameFriends() throws {
        try open {
            try $0.execute(sql: "UPDATE friends SET name = lower(hex(randomblob(6))); DELETE FROM session")
        }
    }

    private func open<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try DatabaseQueue(path: path).writeWithoutTransaction(work)
    }
}
