public import EssentialFeed
import Files
import Foundation
import GRDB
import SystemPackage

/// The database of friends' comments, reactions, posted photos and sessions for one folder. Unlike the catalog, it can't
/// be rebuilt from the folder, so it is a file of its own, which the server never deletes or replaces.
///
/// Its name contains the same hash of the folder's path as the name of the catalog.
struct FriendsFile: Sendable {
    private static let prefix = "friends-"
    private static let catalogPrefix = "folder-"

    let path: String

    /// - Parameters:
    ///   - stateFolder: The folder of all state.
    ///   - root: The photo folder, with links resolved.
    init(in stateFolder: URL, root: FilePath) {
        self.init(name: Self.name(ofCatalog: CatalogFile.name(of: root)), in: stateFolder)
    }

    /// - Parameter name: A name for which ``isName(_:)`` is true.
    init(name: String, in stateFolder: URL) {
        path = stateFolder.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
    }

    /// Returns the name of the file that belongs to a catalog.
    static func name(ofCatalog name: String) -> String {
        prefix + name.dropFirst(catalogPrefix.count)
    }

    /// Returns whether a file in a state folder is one of these.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && CatalogFile.isName(catalogPrefix + name.dropFirst(prefix.count))
    }

    var exists: Bool { FilePath(path).isThere }

    var posts: PostFiles { PostFiles(besides: FilePath(path)) }

    private var lock: String { "\(path).lock" }

    /// Returns what distinguishes the file and its lock from others at the same paths.
    func identity() throws(FileSystemError) -> [FileIdentity?] {
        [try FileSystem.identity(path), try FileSystem.identity(lock)]
    }

    /// Opens the file, and creates it if it doesn't exist. Other processes may have it open, too.
    func open() throws(FriendsFileError) -> FriendsDatabase {
        do {
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
        } catch let error as FriendsFileError {
            throw error
        } catch CatalogError.newerVersion {
            throw .newerVersion(path: path)
        } catch FileLockError.system(let error) {
            throw .unusable(path: path, reason: "\(error.errno)")
        } catch let error as DatabaseError where error.isDamage {
            throw .damaged(path: path)
        } catch {
            let reason = (error as? DatabaseError)?.message ?? "\(error)"
            throw .unusable(path: path, reason: reason)
        }
    }

    /// Reads the file into memory, because its folder can't be written to.
    func openReadOnly() throws(FriendsFileError) -> FriendsDatabase {
        do {
            let queue = try inMemory()
            try FriendsSchema.migrator.prepare(queue)
            return try FriendsDatabase(queue, lock: nil, of: self)
        } catch CatalogError.newerVersion {
            throw .newerVersion(path: path)
        } catch {
            throw .unusable(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    /// Copies the file into memory, which changes nothing in its folder.
    func inMemory() throws -> DatabaseQueue {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "essential-feed-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { FilePath(folder.path(percentEncoded: false)).removeTree() }
        let memory = try DatabaseQueue()
        try DatabaseQueue(path: copied(to: folder).path).backup(to: memory)
        return memory
    }

    /// Copies the file, so that opening the copy doesn't change its folder.
    func copied(to folder: URL) throws -> FriendsFile {
        FriendsFile(name: try CatalogFile.copy(path, to: folder), in: folder)
    }
}

/// The tables of what friends have written.
///
/// Except for `randomblob`, which makes the database's name, statements are valid in PostgreSQL, too; there, BLOB is BYTEA, INTEGER is BIGINT, REAL is
/// DOUBLE PRECISION, and tables aren't STRICT. Never change a released migration; add a new one instead.
enum FriendsSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 comments and reactions") { database in
            try database.execute(
                sql: """
                    CREATE TABLE friends (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        name TEXT NOT NULL,
                        change INTEGER NOT NULL DEFAULT 0,
                        -- Records of deletions up to this change may be dropped.
                        pruned INTEGER NOT NULL DEFAULT 0,
                        -- The number of the last change that the feed shows.
                        feed INTEGER NOT NULL DEFAULT 0,
                        -- The key of the photos' ids.
                        key BLOB
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
                    CREATE TABLE audit (
                        change INTEGER PRIMARY KEY,
                        at INTEGER NOT NULL,
                        person TEXT NOT NULL,
                        name TEXT NOT NULL,
                        action TEXT NOT NULL,
                        target TEXT NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("2 posted photos") { database in
            try database.execute(
                sql: """
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
                        CHECK ((deleted IS NULL) = (content IS NOT NULL AND digest IS NOT NULL))
                    ) STRICT;
                    CREATE INDEX post_in_order ON post (rank, id) WHERE deleted IS NULL;
                    CREATE INDEX post_of_person ON post (person) WHERE deleted IS NULL;
                    """)
        }
        return migrator
    }()
}

/// The reason the file with what friends have written can't be used.
public enum FriendsFileError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The file is damaged. The server doesn't start, so that nothing is lost unnoticed.
    case damaged(path: String)
    /// A newer version of the program wrote the file.
    case newerVersion(path: String)
    /// The file can't be opened.
    case unusable(path: String, reason: String)

    /// One line that says what to do.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        switch self {
        case .damaged(let path):
            Message(
                "\(path) is damaged; restore a backup, or move the file away to continue without the comments and photos in it"
            )
        case .newerVersion(let path):
            Message("a newer version of this program wrote \(path); use that version")
        case .unusable(let path, let reason):
            Message("can’t open \(path): \(reason); check the folder and its disk")
        }
    }
}
