import Foundation
import GRDB

/// Opens the database of a store's folder.
enum StoreConnection {
    /// How long a statement waits for another connection's lock (B080).
    static let busyTimeout: TimeInterval = 5
    private static let busyInterval: TimeInterval = 0.005

    /// The one connection that writes. Creates and migrates the database (B151).
    ///
    /// Only the holder of the folder's lock may call this: releases of SQLite before 3.51.3 can corrupt a database in
    /// write-ahead mode that two connections write.
    /// - Parameter onBusy: told each time that another connection's lock is found.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/newerVersion``, the database being untouched (B170).
    static func writer(in folder: StoreFolder, onBusy: @escaping @Sendable () -> Void = {}) throws -> DatabaseQueue {
        try prepareFile(in: folder)
        var configuration = Configuration()
        configuration.busyMode = .callback { tries in
            onBusy()
            usleep(UInt32(busyInterval * 1_000_000))
            return Double(tries) * busyInterval < busyTimeout
        }
        configuration.prepareDatabase { database in
            // Before anything is written.
            try refuseNewerVersion(database)
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        }
        let queue = try DatabaseQueue(path: folder.database, configuration: configuration)
        try StoreSchema.migrator.migrate(queue)
        for file in folder.databaseFiles { try FileSystem.ensureMode(FileSystem.fileMode, of: file) }
        return queue
    }

    /// SQLite gives its other files the mode of the database, so that goes first. An existing file is not opened here:
    /// closing it would give up the locks that other connections of this process hold on it.
    private static func prepareFile(in folder: StoreFolder) throws {
        if try FileSystem.status(folder.database) != nil {
            try FileSystem.ensureMode(FileSystem.fileMode, of: folder.database)
        } else {
            close(try FileSystem.open(folder.database, O_WRONLY | O_CREAT | O_EXCL))
        }
    }

    /// A connection that reads beside the one that writes (N013), or on a disk that cannot be written.
    /// - Returns: `nil` when the database is not there, or not ready yet.
    static func reader(in folder: StoreFolder) throws -> DatabaseQueue? {
        let queue = try openReader(in: folder)
        let isReady = try queue.read { database in
            try refuseNewerVersion(database)
            return try StoreSchema.migrator.hasCompletedMigrations(database)
        }
        return isReady ? queue : nil
    }

    private static func openReader(in folder: StoreFolder) throws -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: folder.database, configuration: readOnly)
            try queue.read { _ = try $0.schemaVersion() }
            return queue
        } catch let error as DatabaseError
            where [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL].contains(error.resultCode)
        {
            // Where SQLite cannot make its shared memory file, for want of rights or of room, nobody else writes either.
            // With an empty log the database is whole as it stands, and may be read as a file that does not change.
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

    private static func refuseNewerVersion(_ database: Database) throws {
        guard try !StoreSchema.migrator.hasBeenSuperseded(database) else { throw StoreError(.newerVersion) }
    }
}
