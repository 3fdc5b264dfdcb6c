import EssentialFeed
import FileLocks
package import Foundation
import GRDB
import SystemPackage
import Synchronization

/// A catalog in a SQLite database, on the disk or in memory.
///
/// On the disk, one connection writes, and others read beside it.
package final class SQLiteCatalog: Sendable {
    /// The folder of the photos, with links resolved.
    let root: FilePath
    private let writer: any DatabaseWriter
    let settings: CatalogSettings
    /// Kept as long as the catalog may write.
    private let lock: FileLock?
    private let currentVersion: Mutex<CatalogVersion>

    /// Opens a database, in which tables that are missing are created.
    init(_ writer: some DatabaseWriter, root: FilePath, settings: CatalogSettings, lock: FileLock? = nil) throws {
        try CatalogSchema.prepare(writer)
        self.writer = writer
        self.root = root
        self.settings = settings
        self.lock = lock
        if try writer.unsafeRead(CatalogTransaction.showsLocations) != settings.showsLocations {
            try writer.write { try CatalogTransaction.record(showsLocations: settings.showsLocations, in: $0) }
        }
        currentVersion = Mutex(try writer.unsafeRead(CatalogTransaction.version))
    }

    /// Creates an empty catalog that ends with the process.
    static func inMemory(root: FilePath, settings: CatalogSettings) throws -> SQLiteCatalog {
        try SQLiteCatalog(DatabaseQueue(), root: root, settings: settings)
    }

    /// Returns a copy in memory. Its versions differ from those that the original may still get.
    func copyInMemory() throws -> SQLiteCatalog {
        let memory = try DatabaseQueue()
        try writer.backup(to: memory)
        try memory.write { try $0.execute(sql: "UPDATE catalog SET name = lower(hex(randomblob(6)))") }
        return try SQLiteCatalog(memory, root: root, settings: settings)
    }

    var version: CatalogVersion { currentVersion.withLock { $0 } }

    /// Reads everything and returns what is damaged.
    func damages() throws -> [String] {
        try writer.unsafeRead { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.unsafeRead(body)
    }

    /// Runs the steps of one transaction, and counts the version up if they changed anything that is seen.
    func change<Value>(_ body: (CatalogTransaction) throws -> Value) throws -> Value {
        try writer.writeWithoutTransaction { database in
            let transaction = CatalogTransaction(database, settings: settings)
            var value: Value?
            try database.inTransaction(.immediate) {
                value = try body(transaction)
                if transaction.isVisible { try transaction.countUp() }
                return .commit
            }
            if transaction.isVisible {
                let version = try CatalogTransaction.version(database)
                currentVersion.withLock { $0 = version }
            }
            guard let value else { throw CatalogError.damaged }
            return value
        }
    }
}

/// What a catalog needs from outside.
package struct CatalogSettings: Sendable {
    /// The time zone of capture times that have none.
    let zone: TimeZone
    /// Whether readers see where photos say that they were taken.
    let showsLocations: Bool
    let now: @Sendable () -> Date

    package init(zone: TimeZone, showsLocations: Bool = false, now: @escaping @Sendable () -> Date) {
        (self.zone, self.showsLocations, self.now) = (zone, showsLocations, now)
    }
}
