import Crypto
import EssentialFeed
import FileLocks
package import Foundation
import GRDB
import SystemPackage
import Synchronization

/// A catalog in a SQLite database, on disk or in memory.
///
/// On disk, one connection writes and the others only read.
package final class SQLiteCatalog: Sendable {
    /// The photo folder, with links resolved.
    let root: FilePath
    private let writer: any DatabaseWriter
    let settings: CatalogSettings
    /// Held while the catalog can write.
    private let lock: FileLock?
    private let currentVersion: Mutex<CatalogVersion>
    /// Derives photo ids, so that an id doesn't reveal the content of its file.
    private let key: SymmetricKey

    /// Opens a database and creates missing tables.
    init(_ writer: some DatabaseWriter, root: FilePath, settings: CatalogSettings, lock: FileLock? = nil) throws {
        try CatalogSchema.prepare(writer)
        self.writer = writer
        self.root = root
        self.settings = settings
        self.lock = lock
        if try writer.unsafeRead(CatalogTransaction.showsLocations) != settings.showsLocations {
            try writer.write { try CatalogTransaction.record(showsLocations: settings.showsLocations, in: $0) }
        }
        if let key = try writer.unsafeRead(CatalogTransaction.key) {
            self.key = key
        } else {
            let key = settings.newKey()
            try writer.write { try CatalogTransaction.record(key, in: $0) }
            self.key = key
        }
        currentVersion = Mutex(try writer.unsafeRead(CatalogTransaction.version))
    }

    /// Creates an empty catalog in memory, which is lost when the process ends.
    static func inMemory(root: FilePath, settings: CatalogSettings) throws -> SQLiteCatalog {
        try SQLiteCatalog(DatabaseQueue(), root: root, settings: settings)
    }

    /// Returns a copy in memory. Its versions never match versions of the original.
    func copyInMemory() throws -> SQLiteCatalog {
        let memory = try DatabaseQueue()
        try writer.backup(to: memory)
        try memory.write { try $0.execute(sql: "UPDATE catalog SET name = lower(hex(randomblob(6)))") }
        return try SQLiteCatalog(memory, root: root, settings: settings)
    }

    var version: CatalogVersion { currentVersion.withLock { $0 } }

    /// Checks the whole database and returns descriptions of any damage.
    func damages() throws -> [String] {
        try writer.unsafeRead { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.unsafeRead(body)
    }

    /// Runs one transaction and increments the version if it changed visible content.
    func change<Value>(_ body: (CatalogTransaction) throws -> Value) throws -> Value {
        try writer.writeWithoutTransaction { database in
            let transaction = CatalogTransaction(database, settings: settings, key: key)
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

/// The external dependencies of a catalog.
package struct CatalogSettings: Sendable {
    /// The time zone for capture times without one.
    let zone: TimeZone
    /// Whether readers see the locations stored in photos.
    let showsLocations: Bool
    let now: @Sendable () -> Date
    /// The version of the program: a different version may be able to decode other files.
    var version = Version.current
    /// Returns the key for a new catalog.
    var newKey: @Sendable () -> SymmetricKey = { SymmetricKey(size: .bits256) }

    package init(zone: TimeZone, showsLocations: Bool = false, now: @escaping @Sendable () -> Date) {
        (self.zone, self.showsLocations, self.now) = (zone, showsLocations, now)
    }
}
