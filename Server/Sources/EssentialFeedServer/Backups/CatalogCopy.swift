import Foundation
import GRDB

/// A catalog's database in a single file that no server has open.
struct CatalogCopy {
    let path: String

    /// Opens the catalog of a state folder for reading, also while a server writes to it.
    /// - Throws: `DatabaseError`.
    static func source(_ database: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        // Restarting the log locks readers out for a moment.
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: database, configuration: configuration)
    }

    /// Copies a catalog as it is at one moment.
    /// - Throws: `DatabaseError`.
    static func make(of source: DatabaseQueue, at path: String) throws -> CatalogCopy {
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        return CatalogCopy(path: path)
    }

    /// Returns the number of photos in the feed.
    /// - Throws: `DatabaseError`, or ``CatalogError`` if this version can't read the catalog.
    func photoCount() throws -> Int {
        try open { database in
            guard
                try CatalogSchema.migrator.appliedIdentifiers(database).isSubset(of: CatalogSchema.migrator.migrations)
            else { throw CatalogError.newerVersion }
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM photo WHERE file IS NOT NULL") ?? 0
        }
    }

    /// Makes the versions of the catalog differ from all that were shown, because those after this copy was made were
    /// given to other content.
    func rename() throws {
        try open { try $0.execute(sql: "UPDATE catalog SET name = lower(hex(randomblob(6)))") }
    }

    private func open<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try DatabaseQueue(path: path).writeWithoutTransaction(work)
    }
}
