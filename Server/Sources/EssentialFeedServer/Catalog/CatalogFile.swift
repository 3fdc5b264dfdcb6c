import EssentialFeed
import Files
import Foundation
import GRDB
import SystemPackage

/// The files of a folder's catalog, named by a hash of the folder's path and readable only by their owner.
package struct CatalogFile: Sendable {
    private static let prefix = "folder-"
    private static let suffix = ".sqlite"

    let database: String
    /// The file that is locked while a server can write.
    let lock: String
    private let stateFolder: URL

    /// - Parameters:
    ///   - stateFolder: The folder of all catalogs, created if needed.
    ///   - root: The photo folder, with links resolved.
    init(in stateFolder: URL, root: FilePath) {
        self.init(name: Self.name(of: root), in: stateFolder)
    }

    init(name: String, in stateFolder: URL) {
        let path = stateFolder.appending(path: name.dropLast(Self.suffix.count), directoryHint: .notDirectory)
            .path(percentEncoded: false)
        self.stateFolder = stateFolder
        (database, lock) = ("\(path)\(Self.suffix)", "\(path).lock")
    }

    static func name(of root: FilePath) -> String {
        "\(prefix)\(ContentDigest(of: root.bytes).hexadecimal.prefix(32))\(suffix)"
    }

    /// Returns whether a file name in a state folder is that of a catalog database.
    package static func isName(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let digits = name.dropFirst(prefix.count).dropLast(suffix.count).utf8
        return digits.count == 32 && digits.allSatisfy("0123456789abcdef".utf8.contains)
    }

    /// Returns `$XDG_STATE_HOME/essential-feed`, by default `~/.local/state/essential-feed`, or `nil` if the
    /// environment sets neither variable.
    static func folder(environment: [String: String]) -> URL? {
        BaseDirectory.state.url(environment: environment)?
            .appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    /// Opens the single write connection, and the read-only connections.
    ///
    /// The lock keeps other programs from writing: SQLite before 3.51.3 can corrupt a database in write-ahead mode if
    /// two connections write to it.
    /// - Parameters:
    ///   - lock: The lock; `nil` to take it.
    ///   - onMove: Receives the reason when the catalog moves into memory; `nil` if it must not.
    /// - Throws: ``CatalogError``, `DatabaseError`, or the `Errno` or the error of Foundation for the file or its folder.
    func open(
        root: FilePath, settings: CatalogSettings, lock: FileLock? = nil, onMove: (@Sendable (any Error) -> Void)? = nil
    ) throws -> SQLiteCatalog {
        let lock = try lock ?? takeLock()
        return try SQLiteCatalog(
            DatabasePool.ofState(at: database), root: root, settings: settings, lock: lock, onMove: onMove)
    }

    /// Returns the path of the state's only other photo folder, if this one is new to the state. The photos may have
    /// moved from there.
    func otherRoot() -> String? {
        let folder = FilePath(stateFolder.path(percentEncoded: false))
        guard !FilePath(database).isThere else { return nil }
        do {
            let names = try folder.namesInFolder().filter(Self.isName)
            guard let name = names.first, names.count == 1 else { return nil }
            var configuration = Configuration()
            configuration.readonly = true
            return try DatabaseQueue(path: folder.appending(name).string, configuration: configuration).read {
                try String.fetchOne($0, sql: "SELECT root FROM catalog")
            }
        } catch {
            // There is no state yet, or the other catalog can't be read. Only a hint is then missing.
            return nil
        }
    }

    /// Copies the catalog if it exists. Opening the copy doesn't change the catalog's folder.
    /// - Throws: ``CatalogError``, including when the catalog itself couldn't be written; `CocoaError`.
    func copied(to folder: URL) throws -> CatalogFile {
        var nearest = FilePath(stateFolder.absoluteURL.path(percentEncoded: false))
        while !nearest.isThere, nearest.removeLastComponent() {}
        guard FileManager.default.isWritableFile(atPath: nearest.string) else {
            throw CatalogError.system(.permissionDenied)
        }
        // Taking the lock would create the lock file.
        let lock = try FilePath(self.lock).isThere ? takeLock() : nil
        return CatalogFile(name: try withExtendedLifetime(lock) { try Self.copy(database, to: folder) }, in: folder)
    }

    /// Copies a database, so opening the copy doesn't change its folder.
    static func copy(_ database: String, to folder: URL) throws -> String {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let name = URL(filePath: database).lastPathComponent
        // The log contains the last writes of a killed server.
        for suffix in ["", "-wal"] where files.fileExists(atPath: database + suffix) {
            try files.copyItem(
                atPath: database + suffix, toPath: folder.appending(path: name + suffix).path(percentEncoded: false))
        }
        return name
    }

    /// Takes the lock, and creates the state folder if it doesn't exist.
    /// - Throws: ``CatalogError``, or the error of Foundation for the folder.
    func takeLock() throws -> FileLock {
        try FileManager.default.createDirectory(
            at: stateFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do throws(FileLockError) {
            return try FileLock(lock)
        } catch {
            switch error {
            case .inUse: throw CatalogError.inUse
            case .system(let error): throw CatalogError.system(error.errno)
            }
        }
    }

    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database + suffix) }
    }
}

extension DatabasePool {
    /// Opens a database of the state, and creates it if it doesn't exist.
    static func ofState(at path: String) throws -> DatabasePool {
        // SQLite gives its other files the mode of this one. Opening a pipe would wait for its other end.
        try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .closeOnExec, .noFollow, .nonBlocking],
            permissions: .ownerReadWrite
        ).close()
        var configuration = Configuration()
        // A reader waits while the log restarts.
        configuration.busyMode = .timeout(5)
        // Reading takes microseconds, so a few connections are enough for all requests.
        configuration.maximumReaderCount = 2
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            // Even after a power loss, an acknowledged write is kept, and the number of a version isn't given to other
            // content. Deleted data doesn't remain in the file. Opening a pool sets NORMAL, so this is done afterwards.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        }
        return pool
    }
}

extension DatabaseMigrator {
    mutating func register(_ name: String, _ sql: String) {
        registerMigration(name) { try $0.execute(sql: sql) }
    }

    /// The number at the beginning of a migration's name.
    private static func number(_ name: String) -> Int { Int(name.prefix(while: \.isNumber)) ?? .max }

    /// - Throws: ``CatalogError/newerVersion`` if a newer version of the program has written the database;
    ///   ``EarlierVersionError`` if one from before the first migration has; ``CatalogError/foreign`` if it has other
    ///   tables, indexes, views or triggers than its migrations make. A trigger would run with the program's next write.
    func check(_ database: Database) throws {
        let applied = try appliedIdentifiers(database)
        let newest = migrations.map(Self.number).max() ?? 0
        guard applied.allSatisfy({ Self.number($0) <= newest }) else { throw CatalogError.newerVersion }
        let last = migrations.last(where: applied.contains)
        guard last != nil || applied.isEmpty else {
            let path = try String.fetchOne(database, sql: "SELECT file FROM pragma_database_list")
            throw EarlierVersionError(path: path ?? "")
        }
        let fresh = try DatabaseQueue()
        if let last { try migrate(fresh, upTo: last) }
        guard try Self.schema(database) == fresh.read(Self.schema) else { throw CatalogError.foreign }
    }

    /// Returns the schema's statements without blanks and comments, because SQLite writes added columns in its own way.
    private static func schema(_ database: Database) throws -> Set<[String]> {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'
                """)
        return Set(
            rows.map { row in
                // GRDB's own table, which another version of GRDB may have made.
                let isOwn = row["type"] == "table" && row["name"] == "grdb_migrations"
                let sql: String = isOwn ? "" : row["sql"] ?? ""
                return [
                    row["type"], row["name"], row["tbl_name"],
                    sql.replacing(#/--[^\n]*\n/#, with: "").filter { !$0.isWhitespace },
                ]
            })
    }

    /// Creates missing tables and applies missing migrations.
    /// - Throws: Like ``check(_:)``, leaving the database as it is.
    func prepare(_ writer: some DatabaseWriter) throws {
        try writer.unsafeRead(check)
        if try !writer.unsafeRead(hasCompletedMigrations) { try migrate(writer) }
    }
}

/// The tables of a catalog, as a series of migrations since version 0.2.0.
///
/// Never change a released migration; add a new one instead, whose name begins with the next number. The name of the first
/// one is that of the last step before. If the program reads pictures differently, the migration marks all files to be read
/// again; photos keep their positions.
enum CatalogSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.register(
            "12 path of the folder",
            """
            CREATE TABLE catalog (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                name TEXT NOT NULL,
                version INTEGER NOT NULL,
                is_first_import INTEGER NOT NULL,
                top REAL,
                shows_locations INTEGER NOT NULL DEFAULT 0,
                key BLOB,
                retried_by TEXT,
                retried REAL,
                -- The reader of files, and the time zone, that the facts about photos are from.
                reader INTEGER NOT NULL DEFAULT 0,
                zone TEXT,
                -- The folder when it last had photos.
                device INTEGER,
                inode INTEGER,
                root TEXT
            ) STRICT;
            INSERT INTO catalog (id, name, version, is_first_import) VALUES (1, lower(hex(randomblob(6))), 0, 1);
            CREATE TABLE photo (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                rank REAL NOT NULL,
                digest BLOB NOT NULL CHECK (length(digest) = 32),
                format TEXT NOT NULL,
                caption TEXT,
                captured TEXT,
                captured_offset TEXT,
                date REAL NOT NULL,
                description TEXT,
                place TEXT,
                entry BLOB,
                file INTEGER,
                width INTEGER NOT NULL DEFAULT 0,
                height INTEGER NOT NULL DEFAULT 0,
                -- A `PhotoAnimation`.
                cleaning INTEGER NOT NULL DEFAULT 0,
                sizing INTEGER NOT NULL DEFAULT 1,
                placeholder BLOB,
                author TEXT,
                noted_location TEXT,
                gone REAL,
                attempts INTEGER NOT NULL DEFAULT 0,
                size_after REAL,
                -- What a photo is known by when its file has changed; see `PhotoIdentity`.
                picture BLOB,
                camera TEXT,
                look BLOB,
                path BLOB,
                -- What the photo's images are drawn from, and how often that has changed.
                drawing BLOB,
                version INTEGER NOT NULL DEFAULT 0,
                -- When the photo came into the feed, and when what is seen of it changed last.
                added REAL,
                updated REAL,
                alternative TEXT,
                -- What a program wrote about the file's last change, in UTC.
                written TEXT,
                -- Whether no export changes the capture time.
                capture_lasts INTEGER NOT NULL DEFAULT 0,
                -- When the oldest of the photo's former files was modified, in seconds since 2001.
                copied REAL
            ) STRICT;
            CREATE INDEX photo_in_order ON photo (rank, id) WHERE file IS NOT NULL;
            CREATE INDEX photo_by_entry ON photo (entry) WHERE entry IS NOT NULL;
            CREATE INDEX photo_to_size ON photo (rank, id) WHERE file IS NOT NULL AND sizing = 0;
            CREATE UNIQUE INDEX photo_by_digest ON photo (digest);
            CREATE INDEX photo_gone ON photo (gone) WHERE gone IS NOT NULL;
            CREATE INDEX photo_by_picture ON photo (picture) WHERE picture IS NOT NULL;
            CREATE INDEX photo_by_path ON photo (path) WHERE path IS NOT NULL;
            CREATE INDEX photo_by_capture ON photo (captured) WHERE captured IS NOT NULL;
            CREATE TABLE file (
                number INTEGER PRIMARY KEY,
                path BLOB NOT NULL UNIQUE,
                size INTEGER NOT NULL,
                inode INTEGER NOT NULL,
                modified INTEGER NOT NULL,
                modified_nanoseconds INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                changed_nanoseconds INTEGER NOT NULL,
                state INTEGER NOT NULL,
                revision INTEGER NOT NULL DEFAULT 0,
                reason TEXT,
                photo INTEGER REFERENCES photo (number),
                -- A key by which paths sort in their natural order.
                sort_key BLOB NOT NULL DEFAULT x''
            ) STRICT;
            CREATE INDEX file_to_read ON file (state, modified, sort_key) WHERE state < 2;
            CREATE INDEX file_left_out ON file (state, path) WHERE state > 2;
            CREATE INDEX file_by_photo ON file (photo, path) WHERE photo IS NOT NULL;
            CREATE INDEX file_by_inode ON file (inode) WHERE photo IS NOT NULL;
            CREATE TABLE comment (
                photo INTEGER NOT NULL REFERENCES photo (number),
                position INTEGER NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                message TEXT NOT NULL,
                created_at REAL NOT NULL,
                username TEXT NOT NULL,
                PRIMARY KEY (photo, position)
            ) STRICT, WITHOUT ROWID;
            """)
        return migrator
    }()
}
