import Crypto
import DecoderProcess
import EssentialFeed
import Foundation
import GRDB
import ImageFormats
import NIOCore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Friends' comments and reactions, on a real disk.
@Suite struct FriendsDatabaseTests {
    private let state = ServerState()
    private let maria = Requester(person: Person(id: "1", name: "maria"), scopes: [.read, .comment])

    init() throws {
        try state.fill()
    }

    private var file: FriendsFile { FriendsFile(in: state.url, root: state.root) }

    private func useCases(_ friends: FriendsDatabase) throws -> (FriendsUseCases, photo: UUID) {
        let catalog = try state.open()
        let photo = try #require(try catalog.page(after: nil, limit: 1)?.first?.id)
        let photos = PhotosWithFriends(folder: catalog, friends: friends)
        return (FriendsUseCases(photos: photos, now: { Date() }), photo)
    }

    private func files(in path: String, containing text: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            FileManager.default.contents(atPath: "\(path)/\(name)")?.firstRange(of: Data(text.utf8)) != nil
        }
    }

    @Test func `What someone has written is found even when nobody is invited, without an empty list`() throws {
        let friends = try file.open()
        let authors = Authorship(name: "maria", id: nil, invited: [])
        #expect(!authors.condition.contains("()"))
        let comment = FriendComment(
            id: UUID(), photo: UUID(), author: Person(id: "1", name: "maria"), message: "hello", writtenAt: Date())
        try friends.write { try $0.insert(comment) }
        #expect(try friends.read { try $0.content(of: authors).comments } == 1)
    }

    @Test func `The state's databases wait for the disk after each write, and overwrite what was deleted`() throws {
        let pool = try DatabasePool.ofState(at: state.url.path(percentEncoded: false) + "/a.sqlite")
        let values = try pool.writeWithoutTransaction { database in
            try ["synchronous", "secure_delete"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(values == [2, 1])
    }

    @Test func `The text of a deleted comment is in no file of the state, and in no later backup`() throws {
        let friends = try file.open()
        let (useCases, photo) = try useCases(friends)
        let ids = (0..<9).map { _ in UUID() }
        for id in ids { _ = try useCases.postComment("SECRETWORD \(id)", id: id, on: photo, by: maria) }
        #expect(try !files(in: state.url.path, containing: "SECRETWORD").isEmpty)
        for id in ids { try useCases.deleteComment(id, on: photo, by: maria) }
        #expect(try files(in: state.url.path, containing: "SECRETWORD") == [])
        try state.backUp()
        #expect(try files(in: state.backupPath, containing: "SECRETWORD") == [])
        let name = URL(filePath: file.path).lastPathComponent
        #expect(FileManager.default.fileExists(atPath: "\(state.backupPath)/\(name)"))
    }

    @Test func `Beside a reader, nothing is left to erase until another process deletes a comment`() throws {
        let (friends, command) = (try file.open(), try file.open())
        let comments = (0..<2).map { _ in
            FriendComment(
                id: UUID(), photo: UUID(), author: Person(id: "1", name: "maria"), message: "hello", writtenAt: Date())
        }
        try friends.refresh()
        #expect(friends.isErased())
        try friends.write { try $0.insert(comments[0]) }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: file.path, configuration: configuration)
        try reader.inDatabase { database in
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM comment")
        }
        try friends.refresh()
        #expect(friends.isErased())
        try command.write { try $0.delete(comments[0].id, at: Date()) }
        // A write may come before the news of the deletion.
        try friends.write { try $0.insert(comments[1]) }
        try friends.refresh()
        #expect(!friends.isErased())
        try reader.inDatabase { try $0.execute(sql: "COMMIT") }
        #expect(friends.isErased())
    }

    @Test func `Only what the feed shows changes its number: comments are counted, and a name is shown beside posts`()
        throws
    {
        let friends = try file.open()
        let maria = Person(id: "1", name: "maria")
        let comment = FriendComment(id: UUID(), photo: UUID(), author: maria, message: "hello", writtenAt: Date())
        func isShown(_ change: (any FriendsRows) throws -> Void) throws -> Bool {
            let before = friends.state
            try friends.write(change)
            #expect(friends.state.change > before.change)
            return friends.state.feed > before.feed
        }
        #expect(try isShown { try $0.insert(comment) })
        #expect(try !isShown { try $0.set("edited", of: comment, at: Date()) })
        #expect(try !isShown { try $0.set(.heart, of: maria, to: comment.photo) })
        #expect(try !isShown { try $0.set(picture: Data("a picture".utf8), of: maria.id) })
        #expect(try !isShown { try $0.set(picture: nil, of: maria.id) })
        #expect(try !isShown { try $0.rename(Person(id: maria.id, name: "zoe")) })
        #expect(try isShown { try $0.hide(true, comment: comment.id) })
        #expect(try isShown { try $0.delete(comment.id, at: Date()) })
    }

    @Test func `Lists of comments are made again after each change to a comment, and not after other changes`() throws {
        let friends = try file.open()
        let (useCases, photo) = try useCases(friends)
        let maria = Person(id: "1", name: "maria")
        let comment = FriendComment(id: UUID(), photo: photo, author: maria, message: "hello", writtenAt: Date())
        func isOutdated(_ change: (any FriendsRows) throws -> Void) throws -> Bool {
            let before = useCases.loadConversation.version
            try friends.write(change)
            return useCases.loadConversation.version != before
        }
        #expect(try isOutdated { try $0.insert(comment) })
        #expect(try !isOutdated { try $0.set(.heart, of: maria, to: photo) })
        #expect(try !isOutdated { try $0.set(picture: Data("a picture".utf8), of: maria.id) })
        #expect(try isOutdated { try $0.set("edited", of: comment, at: Date()) })
        #expect(try isOutdated { try $0.rename(Person(id: maria.id, name: "zoe")) })
        #expect(try isOutdated { try $0.hide(true, comment: comment.id) })
        #expect(try isOutdated { try $0.delete(comment.id, at: Date()) })
    }

    @Test func `The ids of photos, to which comments belong, survive the loss of the catalog`() throws {
        let catalogPath = CatalogFile(in: state.url, root: state.root).database
        let friends = try file.open()
        let key = try state.open().keyData
        try friends.write { try $0.set(key: key) }
        try FileManager.default.removeItem(atPath: catalogPath)
        var settings = CatalogSettings(zone: .gmt, now: { Date() })
        let kept = try #require(try file.open().read { try $0.key() })
        settings.newKey = { SymmetricKey(data: kept) }
        let catalog = try CatalogFile(in: state.url, root: state.root).open(root: state.root, settings: settings)
        #expect(catalog.keyData == key)
    }

    @Test func `A file from before the last steps keeps what friends wrote, and gets the steps`() throws {
        let comment = FriendComment(
            id: UUID(), photo: UUID(), author: Person(id: "1", name: "maria"), message: "hello", writtenAt: Date())
        do {
            try file.open().write { try $0.insert(comment) }
        }
        let queue = try DatabaseQueue(path: file.path)
        try queue.writeWithoutTransaction {
            try $0.execute(
                sql: """
                    DROP INDEX post_by_position;
                    ALTER TABLE post DROP COLUMN position;
                    ALTER TABLE friends DROP COLUMN title;
                    DELETE FROM grdb_migrations WHERE identifier > '12';
                    """)
        }
        try queue.close()
        #expect(try file.openReadOnly().read { try $0.comment(comment.id)?.photo } == comment.photo)
        let friends = try file.open()
        try friends.write { try $0.set(ChosenAppearance(title: "Holidays")) }
        #expect(friends.state.appearance == ChosenAppearance(title: "Holidays"))
        #expect(try friends.read { try $0.comment(comment.id)?.photo } == comment.photo)
    }

    @Test func `A damaged file, and one of a newer version, are errors, and stay as they are`() throws {
        _ = try file.open()
        try DatabaseQueue(path: file.path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 tomorrow')")
        }
        #expect(throws: FriendsFileError.newerVersion(path: file.path)) { try file.open() }
        let damaged = Data("not a database, but long enough to look like one".utf8)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        try damaged.write(to: URL(filePath: file.path))
        #expect(throws: FriendsFileError.damaged(path: file.path)) { try file.open() }
        #expect(FileManager.default.contents(atPath: file.path) == damaged)
    }

    @Test func `A backup has what friends wrote; after a restore, earlier numbers of changes are unknown`() throws {
        let id = UUID()
        let next: ChangeNumber
        do {
            let friends = try file.open()
            let (useCases, photo) = try useCases(friends)
            _ = try useCases.postComment("hello", id: id, on: photo, by: maria)
            try state.backUp()
            _ = try useCases.postComment("later", id: UUID(), on: photo, by: maria)
            next = try useCases.loadChanges(since: nil, for: .anyone).next
        }
        let moved = TemporaryFolder()
        try state.restore(to: moved.path)
        let root = try #require(FilePath(moved.path).resolved())
        let friends = try FriendsFile(in: state.url, root: root).open()
        let photos = try CatalogFile(in: state.url, root: root).open(root: root, settings: ServerState.settings)
        let restored = FriendsUseCases(photos: PhotosWithFriends(folder: photos, friends: friends), now: { Date() })
        #expect(try restored.loadChanges(since: nil, for: .anyone).comments.map(\.id) == [id])
        #expect(throws: FriendsError.unknownChange) { try restored.loadChanges(since: next, for: .anyone) }
    }

    @Test func `A comment deleted long ago doesn't come back when sent again, whatever the clock says`() async throws {
        let folder = PhotoFolder()
        let photo = try folder.add()
        let invited = try folder.invite("maria")
        let path = "/image/\(photo.uuidString)/comments/\(UUID().uuidString)"
        let next = try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port) { client in
                #expect(try await client.put(path, "hello", as: invited).status == 201)
                let changes = try await client.answer("/changes", as: invited)
                #expect(try await client.answer(path, method: "DELETE", as: invited).status == 204)
                return try #require(
                    (try JSONSerialization.jsonObject(with: changes.body) as? [String: Any])?["next"] as? String)
            }
        }
        // As if the clock had been 100 days back, or were 100 days ahead now.
        let database = try folder.friends.path
        try DatabaseQueue(path: database).inDatabase { try $0.execute(sql: "UPDATE comment SET deleted = 1") }
        try await folder.serve { client in
            #expect(try await client.put(path, "hello", as: invited).status == 410)
            let changes = try await client.answer("/changes?since=\(next)", as: invited)
            #expect(changes.status == 200)
            #expect(changes.text.contains(#""deleted":true"#))
        }
    }

    @Test(arguments: [(0, true), (5, false)])
    func `Numbers of changes are unknown in a file whose deletions an earlier version forgot`(
        pruned: Int, isKnown: Bool
    ) throws {
        let database = try DatabaseQueue(path: file.path)
        try FriendsSchema.migrator.migrate(database, upTo: "11 groups of posts")
        let name = try database.write {
            try $0.execute(sql: "UPDATE friends SET change = 7, pruned = ?", arguments: [pruned])
            return try String.fetchOne($0, sql: "SELECT name FROM friends")
        }
        try database.close()
        let (useCases, _) = try useCases(file.open())
        let since = ChangeNumber(name: try #require(name), number: 4)
        if isKnown {
            #expect(try useCases.loadChanges(since: since, for: .anyone).next.number == 7)
        } else {
            #expect(throws: FriendsError.unknownChange) { try useCases.loadChanges(since: since, for: .anyone) }
        }
    }

    @Test func `A browser stays signed in until its session ends, and the file has no secret`() throws {
        let secrets = (0..<2).map { _ in TokenSecret.random() }
        do {
            let friends = try file.open()
            try friends.write { transaction in
                for secret in secrets {
                    try transaction.start(
                        BrowserSession(
                            digest: Data(secret.digest.bytes), tokenID: "1", device: "a phone", createdAt: Date()))
                }
            }
            #expect(friends.session(secrets[0])?.tokenID == "1")
        }
        let friends = try file.open()
        #expect(friends.session(secrets[0])?.tokenID == "1")
        try friends.write { try $0.end(session: Data(secrets[0].digest.bytes)) }
        #expect(friends.session(secrets[0]) == nil)
        #expect(friends.session(secrets[1])?.tokenID == "1")
        for secret in secrets { #expect(try files(in: state.url.path, containing: secret.text) == []) }
    }

    /// A decoder that fails with one error after the other, and then succeeds.
    private final class FailingEncoder: SizeEncoder {
        let maximumFileSize = Int64.max
        let maximumPhotos = 1
        private let errors: Mutex<[any Error]>

        init(_ errors: any Error...) { self.errors = Mutex(errors.reversed()) }

        func images(of photo: Data, longEdges: [Int]) async throws -> EncodedPhoto {
            if let error = errors.withLock({ $0.popLast() }) { throw SizeEncoderError.gaveUp(error) }
            return EncodedPhoto(images: longEdges.map { _ in photo }, placeholder: Array(repeating: 1, count: 20))
        }
    }

    private let bob = Requester(person: Person(id: "2", name: "bob"), scopes: [.read, .comment, .post])

    /// Returns a photo that has arrived.
    private func upload() throws -> PhotoUpload {
        let sent = state.url.appending(path: "sent.jpg")
        try TestPicture.data("srgb.jpg").write(to: sent)
        return PhotoUpload(length: 1) { _ in
            let file = try OpenFile(path: FilePath(sent.path))
            return ReceivedPhoto(file: file, digest: try ContentDigest(of: file), texts: nil)
        }
    }

    /// Posts a photo, as a person who may post one a day.
    private func post(
        with encoder: FailingEncoder, times: Int = 1, in friends: FriendsDatabase? = nil
    ) async throws -> [FriendsError?] {
        let photos = PhotosWithFriends(folder: try state.open(), friends: try friends ?? file.open())
        var limits = PostLimits()
        limits.photosADay = WriteLimit(name: "1 a day", count: 1, window: .hours(24))
        let useCases = FriendsUseCases(
            photos: photos, encoder: encoder, limiter: WriteLimiter(posts: limits), now: { Date() })
        let sent = try upload()
        var errors: [FriendsError?] = []
        for _ in 0..<times {
            do {
                _ = try await useCases.postPhoto(sent, PostTexts(), id: UUID(), by: bob)
                errors.append(nil)
            } catch let error as FriendsError {
                errors.append(error)
            }
        }
        return errors
    }

    @Test(arguments: [DecoderError.tookTooLong, PictureError.noMemory] as [any Error & Sendable])
    func `A photo that a machine can't draw now isn't called damaged, and counts for the limits of a day`(
        error: any Error & Sendable
    ) async throws {
        let errors = try await post(with: FailingEncoder(error), times: 2)
        #expect(errors[0] == .unavailable(reason: "\(error)"))
        guard case .tooMany = errors[1] else {
            Issue.record("\(errors)")
            return
        }
    }

    @Test func `A photo whose decoder ended is drawn once more, and may then be sent again`() async throws {
        let errors = try await post(with: FailingEncoder(DecoderError.ended, DecoderError.ended))
        #expect(errors == [.unavailable(reason: "\(DecoderError.ended)")])
        #expect(try await post(with: FailingEncoder(DecoderError.ended)) == [nil])
    }

    @Test func `A photo that can't be saved leaves no picture`() async throws {
        let friends = try file.open()
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: friends.posts.folder.string)
        }
        try friends.failCommits(ofInsertsInto: "post")
        let errors = try await post(with: FailingEncoder(), in: friends)
        guard case .unavailable = errors[0] else {
            Issue.record("\(errors)")
            return
        }
        #expect(try names() == [])
        try friends.commitAgain()
        #expect(try await post(with: FailingEncoder(), in: friends) == [nil])
        #expect(try names().count == 1)
    }

    @Test func `Of two servers that get the same photo at once, one saves it, and its picture stays`() async throws {
        let (catalog, id, sent) = (try state.open(), UUID(), try upload())
        let stores = [try file.open(), try file.open()]
        let saved = try await withThrowingTaskGroup(of: Bool.self) { group in
            for friends in stores {
                let photos = PhotosWithFriends(folder: catalog, friends: friends)
                let useCases = FriendsUseCases(photos: photos, encoder: FailingEncoder(), now: { Date() })
                group.addTask { try await useCases.postPhoto(sent, PostTexts(), id: id, by: bob).isNew }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(saved.sorted { !$0 && $1 } == [false, true])
        #expect(stores[0].posts.pictures.has(id))
    }

    @Test func `A comment or reaction that can't be saved doesn't count for the limits`() throws {
        let friends = try file.open()
        let (useCases, photo) = try useCases(friends)
        for table in ["comment", "reaction"] {
            try friends.transact {
                try $0.database.execute(
                    sql: """
                        CREATE TRIGGER refuse_\(table) BEFORE INSERT ON \(table)
                        BEGIN SELECT RAISE(ABORT, 'no'); END
                        """)
            }
        }
        for _ in 0..<100 {
            for write in [
                { _ = try useCases.postComment("hello", id: UUID(), on: photo, by: maria) },
                { try useCases.react(.heart, isSet: true, to: photo, by: maria) },
            ] {
                let error = #expect(throws: FriendsError.self) { try write() }
                guard case .unavailable = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test func `More changes than fit in an answer come in several, without a gap`() throws {
        let friends = try file.open()
        let (useCases, photo) = try useCases(friends)
        let person = try #require(maria.person)
        let ids = (0..<1_203).map { _ in UUID() }
        try friends.write { transaction in
            for id in ids {
                try transaction.insert(
                    FriendComment(id: id, photo: photo, author: person, message: "m", writtenAt: Date()))
            }
        }
        var seen: [UUID] = []
        var since: ChangeNumber?
        while true {
            let changes = try useCases.loadChanges(since: since, for: .anyone)
            seen += changes.comments.map(\.id)
            since = changes.next
            guard changes.hasMore else { break }
        }
        #expect(seen == ids)
    }

    @Test func `On a full disk a comment is refused, none is half written, and reading goes on`() async throws {
        try await withDisk(of: "1m") { disk in
            let friends = try FriendsFile(in: disk.url, root: state.root).open()
            let (useCases, photo) = try useCases(friends)
            _ = try useCases.postComment("first", id: UUID(), on: photo, by: maria)
            let filling = disk.url.appending(path: "filling")
            _ = try await TestProgram.run(["dd", "if=/dev/zero", "of=\(filling.path)", "bs=1k"])
            var written = ["first"]
            let refused = #expect(throws: FriendsError.self) {
                for number in 0..<2_000 {
                    try friends.write {
                        let message = "\(number)" + String(repeating: "x", count: 2_000)
                        try $0.insert(
                            FriendComment(
                                id: UUID(), photo: photo, author: try #require(maria.person), message: message,
                                writtenAt: Date()))
                        written.append(message)
                    }
                }
            }
            written.removeLast()
            #expect(refused == .full)
            #expect(try useCases.loadConversation(of: photo, for: maria).comments.map(\.comment.message) == written)
            try FileManager.default.removeItem(at: filling)
            #expect(try useCases.postComment("with room", id: UUID(), on: photo, by: maria).isNew)
        }
    }
}
