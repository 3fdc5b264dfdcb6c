import Files
import Foundation
import GRDB
import SystemPackage

/// The database of friends' comments, reactions, posted photos and sessions for one folder. Unlike the catalog, it
/// can't be rebuilt from the folder, so it is a separate file, which the server never deletes or replaces.
///
/// Its name contains the same hash of the folder's path as the name of the catalog.
struct FriendsFile: Sendable {
    private static let prefix = "friends-"
    private static let catalogPrefix = "folder-"

    let path: String
    let posts: PostFiles

    /// - Parameter root: The photo folder, with links resolved.
    init(in stateFolder: URL, root: FilePath) {
        self.init(name: Self.name(ofCatalog: CatalogFile.name(of: root)), in: stateFolder)
    }

    /// - Parameters:
    ///   - name: A name for which ``isName(_:)`` is true.
    ///   - posts: The files of the posted photos; `nil` for those in the same folder.
    init(name: String, in stateFolder: URL, posts: PostFiles? = nil) {
        path = stateFolder.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
        self.posts = posts ?? PostFiles(besides: FilePath(path))
    }

    static func name(ofCatalog name: String) -> String {
        prefix + name.dropFirst(catalogPrefix.count)
    }

    static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && CatalogFile.isName(catalogPrefix + name.dropFirst(prefix.count))
    }

    var exists: Bool { FilePath(path).isThere }

    private var lock: String { "\(path).lock" }

    /// Returns what distinguishes the file and its lock from others at the same paths.
    func identity() throws(FileSystemError) -> [FileIdentity?] {
        [try FileSystem.identity(path), try FileSystem.identity(lock)]
    }

    /// Opens the file, and creates it if it doesn't exist. Other processes may have it open, too.
    func open() throws(FriendsFileError) -> FriendsDatabase {
        try opened {
            let folder = FilePath(path).removingLastComponent()
            try FileManager.default.createDirectory(
                atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let lock = try FileLock(opening: self.lock)
            let pool = try lock.whileLocked {
                let pool = try DatabasePool.ofState(at: path)
                guard try pool.read({ try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }) == ["ok"] else {
                    throw FriendsFileError.damaged(path: path)
                }
                try FriendsSchema.migrator.prepare(pool)
                return pool
            }
            return try FriendsDatabase(pool, lock: lock, of: self)
        }
    }

    /// Reads the file into memory, because its folder can't be written to.
    func openReadOnly() throws(FriendsFileError) -> FriendsDatabase {
        try opened { try FriendsDatabase(try inMemory(), lock: nil, of: self) }
    }

    private func opened(_ open: () throws -> FriendsDatabase) throws(FriendsFileError) -> FriendsDatabase {
        do {
            return try open()
        } catch let error as FriendsFileError {
            throw error
        } catch CatalogError.newerVersion {
            throw .newerVersion(path: path)
        } catch is EarlierVersionError {
            throw .earlierVersion(path: path)
        } catch CatalogError.foreign {
            throw .foreign(path: path)
        } catch FileLockError.system(let error) {
            throw .unusable(path: path, reason: "\(error.errno)")
        } catch let error as DatabaseError where error.isDamage {
            throw .damaged(path: path)
        } catch {
            throw .unusable(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    /// Copies the file into memory without changing its folder, and migrates the copy.
    func inMemory() throws -> DatabaseQueue {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "essential-feed-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { FilePath(folder.path(percentEncoded: false)).removeTree() }
        let memory = try DatabaseQueue()
        try DatabaseQueue(path: copied(to: folder).path).backup(to: memory)
        try FriendsSchema.migrator.prepare(memory)
        return memory
    }

    /// Copies the file: opening the copy doesn't change its folder. The posted photos aren't copied.
    func copied(to folder: URL) throws -> FriendsFile {
        FriendsFile(name: try CatalogFile.copy(path, to: folder), in: folder, posts: posts)
    }
}

/// The tables of friends' comments, reactions, posts and sessions, as a series of migrations since version 0.2.0.
///
/// Never change a released migration; add a new one instead, whose name begins with the next number. The name of the first
/// one is that of the last step before.
enum FriendsSchema {
    private static let migrations: KeyValuePairs<String, String> = [
        "11 groups of posts": """
        CREATE TABLE friends (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            name TEXT NOT NULL,
            change INTEGER NOT NULL DEFAULT 0,
            -- Up to this change, deletions may be forgotten. Always 0 since a later migration.
            pruned INTEGER NOT NULL DEFAULT 0,
            -- The number of the last change that the feed shows.
            feed INTEGER NOT NULL DEFAULT 0,
            -- The key of the photos' ids.
            key BLOB,
            -- The number of changes to the sessions, which are read again only after a change.
            sessions INTEGER NOT NULL DEFAULT 0,
            -- What the owner has set: a colour, such as #c2185b, and the id of a photo.
            accent TEXT,
            cover BLOB CHECK (length(cover) = 16)
        ) STRICT;
        INSERT INTO friends (id, name) VALUES (1, lower(hex(randomblob(6))));
        CREATE TABLE comment (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            photo BLOB NOT NULL CHECK (length(photo) = 16),
            person TEXT NOT NULL,
            author TEXT NOT NULL,
            message TEXT,
            -- In milliseconds since 1970.
            written INTEGER NOT NULL,
            deleted INTEGER,
            is_hidden INTEGER NOT NULL DEFAULT 0,
            -- The numbers of the change that created it and of its last change.
            position INTEGER NOT NULL UNIQUE,
            change INTEGER NOT NULL UNIQUE,
            -- When the message was last changed, in milliseconds since 1970, and the digest of the first one.
            edited INTEGER,
            sent BLOB CHECK (length(sent) = 32),
            -- The comment to which a comment is a reply, which may be one of the folder's document.
            reply_to BLOB CHECK (length(reply_to) = 16),
            CHECK ((deleted IS NULL) = (message IS NOT NULL))
        ) STRICT;
        CREATE INDEX comment_of_photo ON comment (photo, position) WHERE deleted IS NULL;
        CREATE TABLE reaction (
            photo BLOB NOT NULL CHECK (length(photo) = 16),
            person TEXT NOT NULL,
            name TEXT NOT NULL,
            author TEXT NOT NULL,
            position INTEGER NOT NULL UNIQUE,
            PRIMARY KEY (photo, person, name)
        ) STRICT;
        CREATE TABLE photo (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            is_hidden INTEGER NOT NULL DEFAULT 0,
            is_closed INTEGER NOT NULL DEFAULT 0,
            -- The number of the last change to these columns, or to the reactions.
            change INTEGER NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE session (
            digest BLOB PRIMARY KEY CHECK (length(digest) = 32),
            token TEXT NOT NULL,
            device TEXT NOT NULL,
            created INTEGER NOT NULL,
            last_used INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX session_of_token ON session (token);
        CREATE TABLE push (
            session BLOB PRIMARY KEY REFERENCES session (digest) ON DELETE CASCADE,
            endpoint TEXT NOT NULL,
            key BLOB NOT NULL CHECK (length(key) = 65),
            secret BLOB NOT NULL CHECK (length(secret) = 16),
            -- In milliseconds since 1970.
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE audit (
            change INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            person TEXT NOT NULL,
            name TEXT NOT NULL,
            action TEXT NOT NULL,
            target TEXT NOT NULL
        ) STRICT;
        CREATE TABLE post (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            rank REAL NOT NULL,
            person TEXT NOT NULL,
            author TEXT NOT NULL,
            caption TEXT,
            location TEXT,
            alternative TEXT,
            -- In milliseconds since 1970.
            posted INTEGER NOT NULL,
            deleted INTEGER,
            digest BLOB CHECK (length(digest) = 32),
            bytes INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            placeholder BLOB,
            -- The digest of all that was sent.
            content BLOB CHECK (length(content) = 32),
            -- When the texts were last changed, in milliseconds since 1970.
            edited INTEGER,
            -- The id of the photos that a person has posted in one act.
            group_id BLOB CHECK (length(group_id) = 16),
            CHECK ((deleted IS NULL) = (content IS NOT NULL AND digest IS NOT NULL))
        ) STRICT;
        CREATE INDEX post_in_order ON post (rank, id) WHERE deleted IS NULL;
        CREATE INDEX post_of_person ON post (person) WHERE deleted IS NULL;
        -- The digests of photos whose ids aren't made from them, because their files were edited.
        CREATE TABLE edited (
            photo BLOB PRIMARY KEY CHECK (length(photo) = 16),
            digest BLOB NOT NULL CHECK (length(digest) = 32)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX edited_by_digest ON edited (digest);
        CREATE TABLE picture (
            person TEXT PRIMARY KEY,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            jpeg BLOB NOT NULL
        ) STRICT;
        """,
        "12 title of the feed, order of posts": """
        ALTER TABLE friends ADD COLUMN title TEXT;
        -- The number of the change that created it; unknown for earlier ones.
        ALTER TABLE post ADD COLUMN position INTEGER;
        CREATE INDEX post_by_position ON post (position) WHERE deleted IS NULL;
        """,
        // Earlier numbers of changes then belong to another database, so clients load everything again.
        "13 forgotten deletions": """
        UPDATE friends SET name = substr(name, 7) || substr(name, 1, 6), pruned = 0 WHERE pruned > 0;
        """,
    ]

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        for (name, sql) in migrations { migrator.register(name, sql) }
        return migrator
    }()
}
