import EssentialFeed
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Databases with planted content that would run with the server's next write.
@Suite struct ForeignSchemaTests {
    /// The planted content, in a database of either kind.
    static let plants = [
        "CREATE TRIGGER planted AFTER UPDATE ON TABLE1 BEGIN DELETE FROM comment; END",
        "CREATE VIEW planted AS SELECT * FROM comment", "CREATE TABLE planted (text TEXT)",
        "CREATE INDEX planted ON comment (message)", "DROP INDEX INDEX1",
        "ALTER TABLE comment ADD COLUMN planted TEXT DEFAULT 'x'",
    ]

    private let state = ServerState()

    init() throws {
        try state.fill()
        _ = try friends.open()
    }

    private var friends: FriendsFile { FriendsFile(in: state.url, root: state.root) }
    private var catalogName: String { CatalogFile.name(of: state.root) }
    private var friendsName: String { FriendsFile.name(ofCatalog: catalogName) }

    private func plant(_ sql: String, in path: String) throws {
        let isFriends = FriendsFile.isName(URL(filePath: path).lastPathComponent)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction {
            try $0.execute(
                sql: sql.replacing("TABLE1", with: isFriends ? "friends" : "catalog")
                    .replacing("INDEX1", with: isFriends ? "comment_of_photo" : "photo_in_order"))
        }
        try queue.close()
    }

    /// Writes the digests of a changed backup.
    private func writeDigests() throws {
        let folder = FilePath(state.backupPath)
        let lines = try BackupFolder.paths(in: folder).filter(BackupFolder.isKept).map {
            BackupFolder.line($0, try ContentDigest(of: OpenFile(path: folder.appending($0))))
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: state.path("a.backup/SHA256SUMS")))
    }

    @Test(arguments: plants, [true, false])
    func `A backup with a planted trigger or table is refused, digests or not`(sql: String, isOfFriends: Bool) throws {
        try state.backUp()
        try plant(sql, in: state.path("a.backup/\(isOfFriends ? friendsName : catalogName)"))
        try writeDigests()
        let before = try state.snapshot()
        #expect(throws: BackupError.changed(path: state.backupPath)) { try state.restore() }
        #expect(try state.snapshot() == before)
    }

    @Test func `A backup whose digests somebody has written again is restored if nothing is planted`() throws {
        try state.backUp()
        try writeDigests()
        #expect(try state.restore().content.photos == 5)
    }

    @Test(arguments: plants)
    func `The server doesn't open what friends wrote with a planted trigger or table, and says so`(sql: String) throws {
        try plant(sql, in: friends.path)
        let error = #expect(throws: FriendsFileError.foreign(path: friends.path)) { try friends.open() }
        #expect(error?.description.contains("has tables or triggers that this program doesn’t make") == true)
        #expect(throws: FriendsFileError.foreign(path: friends.path)) { try friends.openReadOnly() }
    }

    @Test func `An index with a planted trigger isn't written, and the log says why`() throws {
        try plant(Self.plants[0], in: state.url.appending(path: catalogName).path)
        #expect(throws: CatalogError.foreign) { try state.open() }
    }

    @Test func `A database with columns added one by one, earlier steps and statistics is opened`() throws {
        let queue = try DatabaseQueue(path: friends.path)
        try queue.writeWithoutTransaction {
            try $0.execute(
                sql: """
                    ALTER TABLE friends DROP COLUMN title;
                    ALTER TABLE friends ADD COLUMN title TEXT;
                    INSERT INTO grdb_migrations VALUES ('1 comments and reactions');
                    ANALYZE;
                    """)
        }
        try queue.close()
        #expect(try friends.open().read { try $0.comments(on: UUID()) }.isEmpty)
    }
}
