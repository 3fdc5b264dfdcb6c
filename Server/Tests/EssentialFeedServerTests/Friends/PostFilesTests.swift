import EssentialFeed
import Foundation
import GRDB
import ImageFormats
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The files of posted photos, their rows, and their places among the photos of the folder.
@Suite struct PostFilesTests {
    private let state = ServerState()
    private let maria = Person(id: "1", name: "maria")

    init() throws {
        try state.fill()
    }

    private var file: FriendsFile { FriendsFile(in: state.url, root: state.root) }

    @discardableResult
    private func post(_ text: String, rank: Double = 0, in friends: FriendsDatabase) throws -> UUID {
        let id = UUID()
        let data = Data(text.utf8)
        try friends.posts.pictures.put(data, for: id)
        let post = PostedPhoto(
            position: FeedPosition(rank: rank, id: id), author: maria, texts: try PostTexts(caption: text),
            postedAt: Date(),
            picture: .init(
                digest: ContentDigest(of: data), byteCount: data.count, size: PixelSize(width: 3, height: 2),
                placeholder: Data()),
            content: ContentDigest(of: data))
        try friends.write { try $0.insert(post) }
        return id
    }

    private func names(_ posts: PostFiles) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: posts.folder.string).sorted()
    }

    /// Leaves the file of a picture that a killed server was writing.
    private func leaveUnfinished(in posts: PostFiles) throws {
        let path = posts.folder.appending(".\(UUID().uuidString).part")
        try Data("unfinished".utf8).write(to: URL(filePath: path.string))
    }

    @Test func `Server: the photos of a folder and of friends are counted together at the start`() async throws {
        let folder = PhotoFolder()
        try folder.write(Pictures.numbered(1_000), to: "a.jpg")
        let state = folder.state.url.appending(path: "essential-feed", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let root = try #require(FilePath(folder.path).resolved())
        _ = try post("a friend's", in: FriendsFile(in: state, root: root).open())
        let log = RecordingLog { _ in }
        let server = PhotoServer(configuration: try folder.configuration(), logger: log.logger) { _ in }
        let served = try await FollowedFolders.shared.one { try await server.check().served }
        #expect(served?.photoCount == 2)
    }

    @Test func `A deleted photo leaves no file`() throws {
        let friends = try file.open()
        let id = try post("one", in: friends)
        #expect(try names(friends.posts) == [FolderBlobStore.name(of: id)])
        try friends.write { try $0.deletePost(id, at: Date()) }
        #expect(try names(friends.posts) == [])
    }

    /// Expects a deletion to be an error because a file of the photo is left.
    private func expectLeft(_ id: UUID, _ delete: () throws -> Void) {
        let error = #expect(throws: FriendsError.self) { try delete() }
        guard case .notRemoved(id, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `A deletion is an error while the photo's file can't be removed, whoever repeats it; others aren't`()
        async throws
    {
        let (friends, command) = (try file.open(), try file.open())
        let (id, other) = (try post("one", in: friends), try post("two", in: friends))
        try await withReadOnlyFolder(URL(filePath: friends.posts.folder.string)) { () async throws in
            expectLeft(id) { try command.write { try $0.deletePost(id, at: Date()) } }
            try friends.refresh()
            #expect(try friends.read { try $0.postIDs(areDeleted: false) } == [other])
            for store in [command, friends] { expectLeft(id) { try store.write { $0.removeFiles(ofPost: id) } } }
            try friends.write { try $0.set(PostTexts(caption: "three"), ofPost: other, at: Date()) }
            #expect(friends.isErased())
        }
        try friends.write { $0.removeFiles(ofPost: id) }
        #expect(try names(friends.posts) == [FolderBlobStore.name(of: other)])
    }

    @Test func `A deletion is an error while a smaller image can't be removed`() async throws {
        let friends = try file.open()
        let id = try post("one", in: friends)
        friends.posts.save([.small: Data("small".utf8)], of: id)
        try await withReadOnlyFolder(state.url.appending(path: "sizes")) { () async throws in
            expectLeft(id) { try friends.write { try $0.deletePost(id, at: Date()) } }
        }
        try friends.write { $0.removeFiles(ofPost: id) }
        #expect(SizeCache(in: state.url, now: { Date() }).image(SizeKey(photo: id, size: .small)) == nil)
    }

    @Test func `Deleting what a person posted removes no file of the administrator's behind the owner's link`() throws {
        try requireRoot()
        let id = try post("one", in: file.open())
        let other = TemporaryFolder()
        let kept = other.url.appending(path: FolderBlobStore.name(of: id))
        try Data().write(to: kept)
        let posts = URL(filePath: file.posts.folder.string)
        try FileManager.default.removeItem(at: posts)
        try state.plant(.link, at: "server.json", for: Victim())
        try FileManager.default.createSymbolicLink(at: posts, withDestinationURL: other.url)
        let moderation = StateModeration(of: state.url, now: { Date() })
        #expect(throws: ModerationError.self) { try moderation.remove("maria", deletingContent: true) }
        #expect(FileManager.default.fileExists(atPath: kept.path))
    }

    @Test func `A sweep removes no file behind a link in place of the folder`() throws {
        let friends = try file.open()
        let deleted = try post("one", in: friends)
        let other = TemporaryFolder()
        let kept = other.url.appending(path: FolderBlobStore.name(of: deleted))
        try Data().write(to: kept)
        let posts = URL(filePath: friends.posts.folder.string)
        try FileManager.default.removeItem(at: posts)
        try FileManager.default.createSymbolicLink(at: posts, withDestinationURL: other.url)
        #expect(throws: FileError.self) {
            try friends.posts.sweep(keeping: [], deleted: [deleted], putBefore: .distantFuture)
        }
        #expect(FileManager.default.fileExists(atPath: kept.path))
    }

    @Test func `What a killed server left is swept at the next start, and nothing else is`() throws {
        let friends = try file.open()
        let (kept, deleted) = (try post("one", in: friends), try post("two", in: friends))
        try friends.write { try $0.deletePost(deleted, at: Date()) }
        try leaveUnfinished(in: friends.posts)
        for id in [UUID(), deleted] {
            try Data().write(to: URL(filePath: friends.posts.folder.appending(FolderBlobStore.name(of: id)).string))
        }
        friends.posts.save([.small: Data("small".utf8)], of: deleted)
        try friends.posts.sweep(keeping: [kept], deleted: [deleted], putBefore: .distantFuture)
        #expect(try names(friends.posts) == [FolderBlobStore.name(of: kept)])
        let sizes = SizeCache(in: state.url, now: { Date() })
        #expect(sizes.image(SizeKey(photo: deleted, size: .small)) == nil)
    }

    @Test func `A file that can't be removed keeps no file of a deleted photo`() throws {
        let friends = try file.open()
        let deleted = UUID()
        try friends.posts.pictures.put(Data("one".utf8), for: deleted)
        try friends.posts.pictures.put(Data("two".utf8), for: UUID())
        let part = ".\(UUID().uuidString).part"
        try FileManager.default.createDirectory(
            atPath: friends.posts.folder.appending(part).string, withIntermediateDirectories: false)
        friends.posts.save([.small: Data("small".utf8)], of: deleted)
        #expect(throws: FileError.self) {
            try friends.posts.sweep(keeping: [], deleted: [deleted], putBefore: .distantFuture)
        }
        #expect(try names(friends.posts) == [part])
        #expect(SizeCache(in: state.url, now: { Date() }).image(SizeKey(photo: deleted, size: .small)) == nil)
    }

    @Test func `A link in the place of the folder is refused, and files that aren't the server's stay`() throws {
        let friends = try file.open()
        try post("one", in: friends)
        let folder = friends.posts.folder
        try FileManager.default.moveItem(atPath: folder.string, toPath: folder.string + "-away")
        try FileManager.default.createSymbolicLink(atPath: folder.string, withDestinationPath: folder.string + "-away")
        try Data().write(to: URL(filePath: folder.string + "-away/notes.txt"))
        #expect(throws: FileError.self) { try friends.posts.pictures.put(Data("two".utf8), for: UUID()) }
        #expect(throws: FileError.self) { try friends.posts.sweep(keeping: [], deleted: [], putBefore: .distantFuture) }
        try FileManager.default.removeItem(atPath: folder.string)
        try FileManager.default.moveItem(atPath: folder.string + "-away", toPath: folder.string)
        try friends.posts.sweep(keeping: [], deleted: [], putBefore: .distantFuture)
        #expect(try names(friends.posts) == ["notes.txt"])
    }

    @Test func `A backup has the posted photos, and a restored state shows them under another folder, too`() throws {
        let ids: [UUID]
        do {
            let friends = try file.open()
            ids = try ["one", "two"].map { try post($0, in: friends) }
            try leaveUnfinished(in: friends.posts)
            // It has a row, but its file arrived after the backup had listed the files.
            let late = try post("late", in: friends)
            try friends.posts.pictures.delete(late)
            try state.backUp()
            try friends.write { for id in ids { try $0.deletePost(id, at: Date()) } }
        }
        let sums = try String(contentsOfFile: "\(state.backupPath)/SHA256SUMS", encoding: .utf8)
        let lines = sums.split(separator: "\n").filter { $0.contains("  posts-") }
        #expect(Set(lines.map { $0.suffix(40) }) == Set(ids.map { FolderBlobStore.name(of: $0)[...] }))
        let moved = TemporaryFolder()
        try state.restore(to: moved.path)
        let root = try #require(FilePath(moved.path).resolved())
        let friends = try FriendsFile(in: state.url, root: root).open()
        #expect(Set(try friends.read { try $0.postIDs(areDeleted: false) }) == Set(ids))
        for (id, text) in zip(ids, ["one", "two"]) {
            let photo = try #require(try friends.photo(id))
            let file = try ServedFiles().open(photo)
            #expect(try file.data() == Data(text.utf8))
        }
        #expect(try names(friends.posts).count == 2)
    }

    @Test func `A backup with a changed photo, or with a file that isn't one, isn't restored`() throws {
        let friends = try file.open()
        let id = try post("one", in: friends)
        try state.backUp()
        let folder = "\(state.backupPath)/\(friends.posts.folder.lastComponent?.string ?? "")"
        let stray = URL(filePath: "\(folder)/stray.jpg")
        try Data().write(to: stray)
        #expect(throws: BackupError.unknownFile(path: stray.path)) { try state.restore() }
        try FileManager.default.removeItem(at: stray)
        try Data("changed".utf8).write(to: URL(filePath: "\(folder)/\(FolderBlobStore.name(of: id))"))
        #expect(throws: BackupError.changed(path: state.backupPath)) { try state.restore() }
    }

    @Test(
        "Whoever reads page by page gets every photo that stays once, in order, while photos are posted, deleted and hidden",
        arguments: 0..<5)
    func pages(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let friends = try file.open()
        let catalog = try SQLiteCatalog.inMemory(root: state.root, settings: .knowingKey())
        try catalog.add((0..<20).map { ImaginaryPhoto(number: $0, date: Double($0)) })
        let photos = PhotosWithFriends(folder: catalog, friends: friends)
        var posts = try (0..<20).map { number in
            // Some have the same rank as a photo of the folder.
            try post("\(number)", rank: -Double(Int.random(in: 0..<20, using: &generator)), in: friends)
        }
        let start = try #require(try photos.page(after: nil, limit: 100)).map(\.id)
        #expect(start.count == 40)
        #expect(try photos.page(from: nil, limit: 100).map(\.position) == start.map { try photos.position(of: $0) })
        var (stays, read, cursor) = (Set(start), [UUID](), UUID?.none)
        while true {
            let limit = Int.random(in: 1...6, using: &generator)
            let page = try #require(try photos.page(after: cursor, limit: limit)).map(\.id)
            guard let last = page.last else { break }
            read += page
            cursor = last
            let before = try photos.ids(before: last, limit: 3)
            let all = try photos.page(from: nil, limit: 100).map(\.id)
            let index = try #require(all.firstIndex(of: last))
            #expect(before == Array(all[..<index].suffix(3).reversed()))
            try post("new", rank: -Double(Int.random(in: 0..<20, using: &generator)), in: friends)
            // The cursor may be among them.
            let gone = Bool.random(using: &generator) ? last : posts[Int.random(in: 0..<posts.count, using: &generator)]
            stays.remove(gone)
            if posts.contains(gone), Bool.random(using: &generator) {
                posts.removeAll { $0 == gone }
                try friends.write { try $0.deletePost(gone, at: Date()) }
            } else {
                try friends.write { try $0.set(PhotoState(isHidden: true), of: gone) }
            }
        }
        #expect(Set(read).count == read.count)
        #expect(read.filter(stays.contains) == start.filter(stays.contains))
    }
}
