import GRDB

/// The tables of a catalog, as a series of migrations.
///
/// Never change a released migration; add a new one instead. If the program reads pictures differently, the migration
/// marks all files to be read again; photos keep their positions.
enum CatalogSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 photos") { database in
            try database.execute(
                sql: """
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
        }
        migrator.registerMigration("2 sizes") { database in
            try database.execute(
                sql: """
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
        }
        migrator.registerMigration("3 locations") { database in
            try database.execute(
                sql: """
                    ALTER TABLE photo ADD COLUMN noted_location TEXT;
                    ALTER TABLE catalog ADD COLUMN shows_locations INTEGER NOT NULL DEFAULT 0;
                    UPDATE file SET state = 0, revision = revision + 1 WHERE photo IS NOT NULL;
                    """)
        }
        migrator.registerMigration("4 keys and attempts") { database in
            try database.execute(
                sql: """
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
        }
        return migrator
    }()

    /// Creates missing tables and applies missing migrations.
    /// - Throws: ``CatalogError/newerVersion``, leaving the database as it is.
    static func prepare(_ writer: some DatabaseWriter) throws {
        let applied = try writer.unsafeRead { try migrator.appliedIdentifiers($0) }
        guard applied.isSubset(of: migrator.migrations) else { throw CatalogError.newerVersion }
        if applied.count < migrator.migrations.count { try migrator.migrate(writer) }
    }
}
