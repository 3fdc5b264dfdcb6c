import GRDB

/// The database's tables, with one migration for each version of the schema.
///
/// Never change a released migration; add a new one instead.
enum StoreSchema {
    private static let migrations: KeyValuePairs<String, String> = [
        "1 feed": """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            timestamp REAL NOT NULL
        );
        CREATE TABLE feed_image (
            position INTEGER PRIMARY KEY,
            id BLOB NOT NULL,
            description TEXT,
            location TEXT,
            url TEXT NOT NULL
        );
        """,
        "2 validator and image index": """
        ALTER TABLE feed ADD COLUMN validator TEXT;
        CREATE TABLE image (
            url TEXT PRIMARY KEY,
            byte_count INTEGER NOT NULL,
            digest BLOB NOT NULL,
            is_referenced INTEGER NOT NULL,
            last_use INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX image_by_use ON image (is_referenced, last_use);
        """,
        // Only earlier versions of the program use these columns.
        "3 image freshness": """
        ALTER TABLE image ADD COLUMN entity_tag TEXT;
        ALTER TABLE image ADD COLUMN last_modified TEXT;
        ALTER TABLE image ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE image ADD COLUMN lifetime REAL NOT NULL DEFAULT 0;
        ALTER TABLE image ADD COLUMN stale_if_error REAL NOT NULL DEFAULT 0;
        ALTER TABLE image ADD COLUMN received_at REAL;
        ALTER TABLE image ADD COLUMN fresh_until REAL;
        """,
        "4 partial images": """
        CREATE TABLE partial_image (
            url TEXT PRIMARY KEY,
            entity_tag TEXT NOT NULL,
            total INTEGER NOT NULL,
            byte_count INTEGER NOT NULL,
            digest BLOB NOT NULL,
            last_write INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        // Earlier versions didn't store the beginnings of pages. Images after the first ten (one page) become a
        // later page of the same age: when the server confirms the first page, only this page is renewed.
        "5 feed pages": """
        CREATE TABLE feed_page (
            position INTEGER PRIMARY KEY,
            loaded_at REAL NOT NULL
        );
        INSERT INTO feed_page (position, loaded_at)
            SELECT 10, timestamp FROM feed WHERE EXISTS (SELECT 1 FROM feed_image WHERE position = 10);
        """,
        "6 image variants": """
        ALTER TABLE feed_image ADD COLUMN width INTEGER;
        ALTER TABLE feed_image ADD COLUMN height INTEGER;
        ALTER TABLE feed_image ADD COLUMN placeholder BLOB;
        ALTER TABLE feed_image ADD COLUMN created_at REAL;
        ALTER TABLE feed_image ADD COLUMN author TEXT;
        CREATE TABLE feed_image_variant (
            position INTEGER NOT NULL,
            place INTEGER NOT NULL,
            url TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            PRIMARY KEY (position, place)
        ) WITHOUT ROWID;
        """,
        // Images that are already cached are measured when they are next read.
        "7 picture sizes": """
        ALTER TABLE image ADD COLUMN picture_width INTEGER;
        ALTER TABLE image ADD COLUMN picture_height INTEGER;
        ALTER TABLE feed_image ADD COLUMN picture_width INTEGER;
        ALTER TABLE feed_image ADD COLUMN picture_height INTEGER;
        CREATE INDEX feed_image_without_size ON feed_image (url) WHERE width IS NULL;
        """,
        "8 comment counts": "ALTER TABLE feed_image ADD COLUMN comment_count INTEGER",
        // Earlier versions didn't store whether the server had another page.
        "9 feed end": """
        ALTER TABLE feed ADD COLUMN is_end INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feed_page ADD COLUMN is_end INTEGER NOT NULL DEFAULT 0;
        """,
        "10 alternative texts": "ALTER TABLE feed_image ADD COLUMN alternative TEXT",
    ]

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations {
            migrator.registerMigration(name) { database in try database.execute(sql: sql) }
        }
        return migrator
    }()

    /// Returns whether all migrations have been applied.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/newerVersion`` if a migration was applied that this version
    ///   of the program doesn't contain.
    static func isUpToDate(_ database: Database) throws -> Bool {
        let applied = try migrator.appliedIdentifiers(database)
        guard applied.isSubset(of: migrator.migrations) else { throw StoreError(.newerVersion) }
        return applied.count == migrator.migrations.count
    }
}
