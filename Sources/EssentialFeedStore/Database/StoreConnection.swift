import Foundation
import GRDB
import SystemPackage

/// Opens the database of a store's folder.
enum StoreConnection {
    /// How long, in seconds, a statement waits for another connection's lock.
    static let busyTimeout: TimeInterval = 5
    private static let busyInterval: TimeInterval = 0.005

    /// Opens the one connection that writes, creating and migrating the database.
    ///
    /// Call this only while holding the folder's lock: releases of SQLite before 3.51.3 can corrupt a database in
    /// write-ahead mode if two connections write to it.
    /// - Parameter onBusy: Runs each time the connection finds the lock of another one.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/newerVersion``, leaving the database as it is.
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
            // This comes before anything is written, so that a newer version's database stays as it is.
            let isUpToDate = try StoreSchema.isUpToDate(database)
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            return isUpToDate
        }
        if !isUpToDate { try StoreSchema.migrator.migrate(queue) }
        for file in folder.databaseFiles { try FileSystem.ensureMode(FileSystem.fileMode, of: file) }
        return queue
    }

    /// Gives the database its mode before SQLite opens it, because SQLite copies the mode to its other files.
    ///
    /// An existing file isn't opened here: closing it would release the locks that other connections of this process
    /// hold on it.
    private static func prepareFile(in folder: StoreFolder) throws {
        if try FileSystem.status(folder.database) != nil {
            try FileSystem.ensureMode(FileSystem.fileMode, of: folder.database)
        } else {
            try FileSystem.open(folder.database, .writeOnly, [.create, .exclusiveCreate]).close()
        }
    }

    /// Opens a connection that reads beside the one that writes, or on a disk that can't be written. The database must
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
            // If SQLite lacks the rights or the room for its shared memory file, nobody else writes either. With an
            // empty log the database is whole as it stands, and can be read as a file that doesn't change.
            guard try (FileSystem.status(folder.writeAheadLog)?.st_size ?? 0) == 0 else { throw error }
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
