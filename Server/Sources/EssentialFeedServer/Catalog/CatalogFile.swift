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
    /// The index file of earlier versions.
    private let old: String
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
        (database, lock, old) = ("\(path)\(Self.suffix)", "\(path).lock", "\(path).json")
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
        unlink(old)
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
            // There is no state yet, or an earlier version wrote the other catalog. Only a hint is then missing.
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

    /// - Throws: ``CatalogError/newerVersion`` if a newer version of the program has written the database;
    ///   ``CatalogError/foreign`` if it has other tables, indexes, views or triggers than its migrations make. A trigger
    ///   would run with the program's next write.
    func check(_ database: Database) throws {
        guard try !hasBeenSuperseded(database) else { throw CatalogError.newerVersion }
        let fresh = try DatabaseQueue()
        let applied = try appliedIdentifiers(database)
        if let last = migrations.last(where: applied.contains) { try migrate(fresh, upTo: last) }
        guard try Self.schema(database) == fresh.read(Self.schema) else { throw CatalogError.foreign }
    }

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
                return [row["type"], row["name"], row["tbl_name"], isOwn ? "" : row["sql"] ?? ""]
            })
    }

    /// Creates missing tables and applies missing migrations.
    /// - Throws: ``CatalogError/newerVersion`` or ``CatalogError/foreign``, leaving the database as it is.
    func prepare(_ writer: some DatabaseWriter) throws {
        try writer.unsafeRead(check)
        if try !writer.unsafeRead(hasCompletedMigrations) { try migrate(writer) }
    }
}

/// The tables of a catalog, as a series of migrations.
///
/// Never change a released migration; add a new one instead. If the program reads pictures differently, the migration
/// marks all files to be read again; photos keep their positions.
enum CatalogSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.register(
            "1 photos",
            """
            CREATE TABLE catalog (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                name TEXT NOT NULL,
                version INTEGER NOT NULL,
                is_first_import INTEGER NOT NULL,
                top REAL
            ) STRICT;
            INSERT INTO catalog VALUES (1, lower(hex(randomblob(6))), 0, 1, NULL);
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
                file INTEGER
            ) STRICT;
            CREATE INDEX photo_in_order ON photo (rank, id) WHERE file IS NOT NULL;
            CREATE INDEX photo_by_entry ON photo (entry) WHERE entry IS NOT NULL;
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
                photo INTEGER REFERENCES photo (number)
            ) STRICT;
            CREATE INDEX file_to_read ON file (state, modified, path) WHERE state < 2;
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
        migrator.register(
            "2 sizes",
            """
            ALTER TABLE photo ADD COLUMN width INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE photo ADD COLUMN height INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE photo ADD COLUMN cleaning INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE photo ADD COLUMN sizing INTEGER NOT NULL DEFAULT 1;
            ALTER TABLE photo ADD COLUMN placeholder BLOB;
            ALTER TABLE photo ADD COLUMN author TEXT;
            CREATE INDEX photo_to_size ON photo (rank, id) WHERE file IS NOT NULL AND sizing = 0;
            UPDATE file SET state = 0, revision = revision + 1 WHERE photo IS NOT NULL;
            -- HEIC and AVIF weren't photos before.
            UPDATE file SET state = 1, revision = revision + 1 WHERE state = 4;
            """)
        migrator.register(
            "3 locations",
            """
            ALTER TABLE photo ADD COLUMN noted_location TEXT;
            ALTER TABLE catalog ADD COLUMN shows_locations INTEGER NOT NULL DEFAULT 0;
            UPDATE file SET state = 0, revision = revision + 1 WHERE photo IS NOT NULL;
            """)
        migrator.register(
            "4 keys and attempts",
            """
            ALTER TABLE catalog ADD COLUMN key BLOB;
            CREATE UNIQUE INDEX photo_by_digest ON photo (digest);
            ALTER TABLE photo ADD COLUMN gone REAL;
            CREATE INDEX photo_gone ON photo (gone) WHERE gone IS NOT NULL;
            UPDATE photo SET gone = 0 WHERE file IS NULL;
            ALTER TABLE photo ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE photo ADD COLUMN size_after REAL;
            ALTER TABLE catalog ADD COLUMN retried_by TEXT;
            ALTER TABLE catalog ADD COLUMN retried REAL;
            """)
        migrator.register(
            "5 drawn photos",
            """
            -- `cleaning` is a `PhotoAnimation`. Small photos, which were sent from their files, are drawn, too.
            UPDATE photo SET sizing = 0 WHERE cleaning = 2 AND sizing = 1 AND format NOT IN ('gif', 'webp');
            UPDATE photo SET cleaning = 0 WHERE format NOT IN ('gif', 'webp');
            -- These may be animations.
            UPDATE file SET state = 0, revision = revision + 1
            WHERE photo IN (SELECT number FROM photo WHERE format IN ('gif', 'webp'));
            """)
        migrator.registerMigration("6 evidence") { database in
            try database.execute(
                sql: """
                    -- What a photo is known by when its file has changed; see `PhotoIdentity`.
                    ALTER TABLE photo ADD COLUMN picture BLOB;
                    ALTER TABLE photo ADD COLUMN camera TEXT;
                    ALTER TABLE photo ADD COLUMN look BLOB;
                    ALTER TABLE photo ADD COLUMN path BLOB;
                    -- What the photo's images are drawn from, and how often that has changed.
                    ALTER TABLE photo ADD COLUMN drawing BLOB;
                    ALTER TABLE photo ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
                    -- When the photo came into the feed, and when what is seen of it changed last; unknown before.
                    ALTER TABLE photo ADD COLUMN added REAL;
                    ALTER TABLE photo ADD COLUMN updated REAL;
                    CREATE INDEX photo_by_picture ON photo (picture) WHERE picture IS NOT NULL;
                    CREATE INDEX photo_by_path ON photo (path) WHERE path IS NOT NULL;
                    CREATE INDEX photo_by_capture ON photo (captured) WHERE captured IS NOT NULL;
                    UPDATE photo SET path = (SELECT path FROM file WHERE file.number = photo.file);
                    -- The looks of known photos are found out together with their sizes.
                    UPDATE photo SET sizing = 0 WHERE sizing = 1 AND placeholder IS NOT NULL;
                    -- A key by which paths sort in their natural order.
                    ALTER TABLE file ADD COLUMN sort_key BLOB NOT NULL DEFAULT x'';
                    DROP INDEX file_to_read;
                    CREATE INDEX file_to_read ON file (state, modified, sort_key) WHERE state < 2;
                    -- The reader of files, and the time zone, that the facts about photos are from.
                    ALTER TABLE catalog ADD COLUMN reader INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE catalog ADD COLUMN zone TEXT;
                    """)
            for (number, path) in try Row.fetchAll(database, sql: "SELECT number, path FROM file").map({
                ($0[0] as Int64, FolderPath($0[1] as Data))
            }) {
                try database.execute(
                    sql: "UPDATE file SET sort_key = ? WHERE number = ?", arguments: [path.sortKey, number])
            }
        }
        migrator.register(
            "7 folder",
            """
            -- The folder when it last had photos.
            ALTER TABLE catalog ADD COLUMN device INTEGER;
            ALTER TABLE catalog ADD COLUMN inode INTEGER;
            """)
        // The new reader reads all photos again.
        migrator.register("8 alternative texts", "ALTER TABLE photo ADD COLUMN alternative TEXT")
        migrator.register(
            "9 times of writing",
            """
            -- What a program wrote about the file's last change, in UTC.
            ALTER TABLE photo ADD COLUMN written TEXT;
            -- Whether no export changes the capture time. The new reader finds it out.
            ALTER TABLE photo ADD COLUMN capture_lasts INTEGER NOT NULL DEFAULT 0;
            """ + redraw)
        migrator.register(
            "10 removed copies",
            """
            -- When the oldest of the photo's former files was modified, in seconds since 2001.
            ALTER TABLE photo ADD COLUMN copied REAL;
            """ + redraw)
        // These dates may be in an earlier time zone of the server.
        migrator.register("11 dates in names", "UPDATE catalog SET zone = NULL")
        migrator.register("12 path of the folder", "ALTER TABLE catalog ADD COLUMN root TEXT")
        return migrator
    }()

    /// Draws photos again that were drawn in wrong colours. Their images get other addresses and files.
    private static let redraw = """

        UPDATE photo SET version = version + 1, placeholder = NULL, sizing = 0, attempts = 0, size_after = NULL
        WHERE format IN ('avif', 'heic') AND sizing IN (0, 1) AND placeholder IS NOT NULL;
        """
}
