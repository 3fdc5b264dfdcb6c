import GRDB

/// The database's tables, with one migration for each version of the schema since version 0.2.0 of the program.
///
/// Never change a released migration; add a new one instead, whose name begins with the next number. The first one
/// keeps the name of the last earlier step, so caches with that schema stay open.
enum StoreSchema {
    private static let migrations: KeyValuePairs<String, String> = [
        "10 alternative texts": """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            timestamp REAL NOT NULL,
            validator TEXT,
            is_end INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE feed_page (
            position INTEGER PRIMARY KEY,
            loaded_at REAL NOT NULL,
            is_end INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE feed_image (
            position INTEGER PRIMARY KEY,
            id BLOB NOT NULL,
            description TEXT,
            location TEXT,
            url TEXT NOT NULL,
            width INTEGER,
            height INTEGER,
            placeholder BLOB,
            created_at REAL,
            author TEXT,
            picture_width INTEGER,
            picture_height INTEGER,
            comment_count INTEGER,
            alternative TEXT
        );
        CREATE INDEX feed_image_without_size ON feed_image (url) WHERE width IS NULL;
        CREATE TABLE feed_image_variant (
            position INTEGER NOT NULL,
            place INTEGER NOT NULL,
            url TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            PRIMARY KEY (position, place)
        ) WITHOUT ROWID;
        CREATE TABLE image (
            url TEXT PRIMARY KEY,
            byte_count INTEGER NOT NULL,
            digest BLOB NOT NULL,
            is_referenced INTEGER NOT NULL,
            last_use INTEGER NOT NULL,
            -- Not used, up to `fresh_until`.
            entity_tag TEXT,
            last_modified TEXT,
            rules INTEGER NOT NULL DEFAULT 0,
            lifetime REAL NOT NULL DEFAULT 0,
            stale_if_error REAL NOT NULL DEFAULT 0,
            received_at REAL,
            fresh_until REAL,
            picture_width INTEGER,
            picture_height INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX image_by_use ON image (is_referenced, last_use);
        CREATE TABLE partial_image (
            url TEXT PRIMARY KEY,
            entity_tag TEXT NOT NULL,
            total INTEGER NOT NULL,
            byte_count INTEGER NOT NULL,
            digest BLOB NOT NULL,
            last_write INTEGER NOT NULL
        ) WITHOUT ROWID;
        """
    ]

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations {
            migrator.registerMigration(name) { database in try database.execute(sql: sql) }
        }
        return migrator
    }()

    /// The number at the beginning of a migration's name.
    private static func number(_ name: String) -> Int { Int(name.prefix(while: \.isNumber)) ?? .max }

    /// Returns whether all migrations have been applied.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/newerVersion`` if a newer version of the program has applied one.
    static func isUpToDate(_ database: Database) throws -> Bool {
        let newest = migrations.map { number($0.key) }.max() ?? 0
        guard try migrator.appliedIdentifiers(database).allSatisfy({ number($0) <= newest }) else {
            throw StoreError(.newerVersion)
        }
        return try migrator.hasCompletedMigrations(database)
    }

    /// Creates missing tables and applies missing migrations. Empties a database from before the first migration: the
    /// server has everything that is in it.
    static func prepare(_ database: DatabaseQueue) throws {
        let applied = try database.read(migrator.appliedIdentifiers)
        if !applied.isEmpty, applied.isDisjoint(with: migrator.migrations) { try database.erase() }
        try migrator.migrate(database)
    }
}
