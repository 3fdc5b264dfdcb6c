import EssentialFeed
import Files
import Foundation
import GRDB
import SystemPackage

enum StoreConnection {
    /// How long, in seconds, a statement waits for another connection's lock.
    static let busyTimeout: TimeInterval = 5
    private static let busyInterval: TimeInterval = 0.005

    /// Opens the only connection that writes. Creates and migrates the database.
    ///
    /// Call this only while holding the folder's lock: SQLite before 3.51.3 can corrupt a database in write-ahead mode
    /// if two connections write to it.
    /// - Parameter onBusy: Runs each time another connection holds the lock.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/newerVersion``, leaving the database unchanged.
    static func writer(in folder: StoreFolder, onBusy: @escaping @Sendable () -> Void = {}) throws -> DatabaseQueue {
        try prepareFile(in: folder)
        var configuration = Configuration()
        configuration.busyMode = .callback { tries in
            onBusy()
            usleep(UInt32(busyInterval * 1_000_000))
            return Double(tries) * busyInterval < busyTimeout
        }
        let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
        let isUpToDate = try queue.writeWithoutTransaction { database in
            // Checked before anything is written, so a newer version's database stays unchanged.
            let isUpToDate = try StoreSchema.isUpToDate(database)
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            return isUpToDate
        }
        if !isUpToDate { try StoreSchema.prepare(queue) }
        for file in folder.databaseFiles { try FileSystem.ensureMode(FileSystem.fileMode, of: file) }
        return queue
    }

    /// Sets the database file's mode before SQLite opens it, because SQLite copies the mode to its other files.
    ///
    /// An existing file isn't opened here, because closing it would release the locks that other connections in this
    /// process hold on it.
    private static func prepareFile(in folder: StoreFolder) throws {
        if try FileSystem.status(folder.database) != nil {
            try FileSystem.ensureMode(FileSystem.fileMode, of: folder.database)
        } else {
            try FileSystem.open(folder.database, .writeOnly, [.create, .exclusiveCreate]).close()
        }
    }

    /// Opens a read-only connection, for use alongside a writer or on a disk that can't be written. The database must
    /// exist.
    /// - Returns: `nil` if the database isn't ready yet.
    static func reader(in folder: StoreFolder) throws -> DatabaseQueue? {
        let queue = try openReader(in: folder)
        return try queue.read(StoreSchema.isUpToDate) ? queue : nil
    }

    private static func openReader(in folder: StoreFolder) throws -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: folder.database, configuration: readOnly)
            try queue.read { _ = try $0.schemaVersion() }
            return queue
        } catch let error as DatabaseError
            where [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL].contains(error.resultCode)
        {
            // If SQLite lacks the permission or the space for its shared memory file, other programs can't write
            // either. If the write-ahead log is empty, the database file is complete and can be opened as immutable.
            guard try FileSystem.byteCount(folder.writeAheadLog) == 0 else { throw error }
            var address = URLComponents()
            address.scheme = "file"
            address.path = folder.database
            address.queryItems = [URLQueryItem(name: "immutable", value: "1")]
            guard let address = address.string else { throw error }
            return try DatabaseQueue(path: address, configuration: readOnly)
        }
    }

    private static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeout)
        return configuration
    }
}

/// Runs a transaction's steps on the database.
///
/// The first error is kept, so the whole transaction is rolled back even if its steps swallow the error.
final class DatabaseTransaction: FeedStoreTransaction {
    private let table: FeedTable
    private(set) var error: (any Error)?

    init(_ database: Database) { table = FeedTable(database: database) }

    func retrieve() throws -> CachedFeed? { try StoreError.wrapping { try table.feed() } }

    func delete() throws { try step { try table.delete() } }

    func insert(_ feed: CachedFeed) throws {
        try step {
            try table.delete()
            try table.insert(feed)
        }
    }

    private func step(_ work: () throws -> Void) throws {
        do {
            try StoreError.wrapping(work)
        } catch {
            self.error = self.error ?? error
            throw error
        }
    }
}
