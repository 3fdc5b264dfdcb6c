import EssentialFeed
import Foundation
import Logging
import NIOPosix
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// A folder that changes while it is served.
@Suite struct FollowedFolderTests {
    private let folder = PhotoFolder()

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png", seconds: 2)
        try folder.write(Pictures.animation(salt: 2), to: "b.png", seconds: 1)
    }

    /// Follows the folder from the moment its photos are known.
    private func follow(
        _ configuration: PhotoServerConfiguration? = nil,
        _ body: @escaping @Sendable (LiveFolder, PhotoFolder) async throws -> Void
    ) async throws {
        let folder = folder
        try await LiveFolder.with(try configuration ?? folder.configuration()) { live in
            _ = try await live.untilComplete()
            try await body(live, folder)
        }
    }

    @Test func `Server: a new photo is on top without a restart, in a new folder too; deleted ones go`() async throws {
        try await follow { live, folder in
            try folder.write(Pictures.animation(salt: 3), to: "c.png", seconds: -9)
            try await live.until { try $0.ids() == animationIDs(3, 1, 2) }
            try folder.write(Pictures.animation(salt: 4), to: "new/folder/d.png", seconds: -9)
            try await live.until { try $0.ids() == animationIDs(4, 3, 1, 2) }
            try folder.write(Pictures.animation(salt: 5), to: "new/folder/e.png", seconds: -9)
            try await live.until { try $0.ids() == animationIDs(5, 4, 3, 1, 2) }
            try FileManager.default.removeItem(at: folder.url("a.png"))
            try await live.until { try $0.ids() == animationIDs(5, 4, 3, 2) }
            try FileManager.default.removeItem(at: folder.url("new"))
            try await live.until { try $0.ids() == animationIDs(3, 2) }
        }
    }

    @Test func `Server: other content is another photo, and a second name for a file is a duplicate`() async throws {
        try await follow { live, folder in
            try folder.write(Pictures.animation(salt: 7), to: "b.png", seconds: 1)
            try await live.until { try $0.ids() == animationIDs(7, 1) }
            try FileManager.default.linkItem(at: folder.url("a.png"), to: folder.url("z.png"))
            try await live.untilLogged("left out, duplicate: z.png (same as a.png)")
            try FileManager.default.removeItem(at: folder.url("a.png"))
            try await live.until { try $0.photo(animationIDs(1)[0])?.path == FolderPath("z.png") }
            #expect(try live.catalog.ids() == animationIDs(7, 1))
        }
    }

    @Test func `Server: other permissions or times of access leave the version of the feed as it is`() async throws {
        try await follow { live, folder in
            let (id, version) = (animationIDs(1)[0], live.catalog.version)
            let path = folder.url("a.png").path(percentEncoded: false)
            for call in [["chmod", "600", path], ["touch", "-a", path]] {
                let before = try live.catalog.photo(id)?.stamp
                try await TestProgram.succeed(call)
                try await live.until { try $0.photo(id)?.stamp != before }
                #expect(live.catalog.version == version, "\(call)")
            }
        }
    }

    @Test(
        "Server: a renamed or moved photo keeps its id, its place and its comments, and so does one in a moved folder"
    )
    func runKeepsWhatMoves() async throws {
        try folder.write(
            """
            {"photos": [{"file": "b.png", "description": "b", "comments": [
            {"message": "m", "created_at": "2026-11-20T19:10:00Z", "author": {"username": "u"}}]}]}
            """, to: "feed.yaml")
        try await follow { live, folder in
            let before = try live.catalog.page(after: nil, limit: 10)
            let id = animationIDs(2)[0]
            let comments = try live.catalog.comments(of: id)
            #expect(comments?.count == 1)
            try FileManager.default.createDirectory(at: folder.url("one"), withIntermediateDirectories: true)
            var path = "b.png"
            for target in ["c.png", "one/d.png"] {
                try FileManager.default.moveItem(at: folder.url(path), to: folder.url(target))
                path = target
                try await live.until { try $0.photo(id)?.path == FolderPath(target) }
            }
            try FileManager.default.moveItem(at: folder.url("one"), to: folder.url("two"))
            try await live.until { try $0.photo(id)?.path == FolderPath("two/d.png") }
            try folder.write(Pictures.animation(salt: 3), to: "two/e.png")
            try await live.until { try $0.ids() == animationIDs(3, 1, 2) }
            #expect(try live.catalog.page(after: animationIDs(3)[0], limit: 10) == before)
            #expect(try live.catalog.comments(of: id) == comments)
        }
    }

    @Test func `Server: a file that is being copied is a photo once it is whole`() async throws {
        try await follow { live, folder in
            let picture = try TestPicture.data("plain.jpg")
            let copy = try FileDescriptor.open(
                FilePath(folder.url("copy.jpg").path), .writeOnly, options: .create, permissions: .ownerReadWrite)
            try copy.writeAll(picture.prefix(picture.count / 2))
            // Another photo shows that all earlier changes have been processed.
            try folder.write(Pictures.animation(salt: 3), to: "c.png")
            try await live.until { try $0.ids() == animationIDs(3, 1, 2) }
            #expect(!live.lines.value.contains { $0.contains("copy.jpg") })
            try copy.writeAll(picture.dropFirst(picture.count / 2))
            try copy.close()
            try await live.until { try $0.ids() == [contentID(picture)] + animationIDs(3, 1, 2) }

            try Pictures.animation(salt: 4).dropLast().write(to: folder.url("cut.png"))
            try await live.untilLogged("left out, incomplete: cut.png")
            try Pictures.animation(salt: 4).write(to: folder.url("cut.png"))
            try await live.until { try $0.photoCount() == 5 }
        }
    }

    @Test func `Server: the document is read anew; after a mistake, told by line, the last one stays`() async throws {
        try folder.write("photos: [{file: a.png, description: one}]", to: "feed.yaml")
        try await follow { live, folder in
            func description() throws -> String? { try live.catalog.page(after: nil, limit: 1)?.first?.description }
            #expect(try description() == "one")
            try folder.write("photos: [{file: a.png, description: two}]", to: "feed.yaml")
            try await live.until { try $0.page(after: nil, limit: 1)?.first?.description == "two" }
            try folder.write("photos:\n- file: a.png\n  descriptoin: three\n", to: "feed.yaml")
            try await live.untilLogged("feed.yaml, line 3: a photo has no “descriptoin”", .warning)
            #expect(try description() == "two")
            try folder.write(Pictures.animation(salt: 3), to: "c.png")
            try await live.until { try $0.photoCount() == 3 }
            #expect(try live.catalog.page(after: nil, limit: 2)?.map(\.description) == [nil, "two"])
            try folder.write("photos: [{file: c.png, description: three}, {file: x.png}]", to: "feed.yaml")
            try await live.until { try $0.page(after: nil, limit: 2)?.map(\.description) == ["three", nil] }
            try await live.untilLogged("feed.yaml, line 1: there is no photo “x.png”")
            try FileManager.default.removeItem(at: folder.url("feed.yaml"))
            try await live.until { try $0.page(after: nil, limit: 1)?.first?.description == nil }
        }
    }

    @Test func `Server: an entry that loses its photo is named in the log once everything is read, and once`()
        async throws
    {
        try folder.write("photos: [{file: a.png, description: one}, {file: b.png}]", to: "feed.yaml")
        let line = "feed.yaml, line 1: there is no photo “a.png”; correct the path or remove the entry"
        try await follow { live, folder in
            // The entry follows a photo that is only renamed.
            try FileManager.default.moveItem(at: folder.url("b.png"), to: folder.url("c.png"))
            try await live.until { try $0.photo(animationIDs(2)[0])?.path == FolderPath("c.png") }
            for salt: UInt8 in 3...4 {
                // Drawn again without a capture time, and renamed.
                try FileManager.default.removeItem(at: folder.url("a.png"))
                try folder.write(Pictures.animation(salt: salt), to: "d\(salt).png")
                try await live.until { try $0.ids()?.first == animationIDs(salt)[0] }
                try await live.untilLogged(line)
                try folder.write(Pictures.animation(salt: 1), to: "a.png")
                try await live.until { try $0.photo(animationIDs(1)[0])?.path == FolderPath("a.png") }
            }
            #expect(live.lines.value.filter { $0.contains("there is no photo") } == [line])
        }
    }

    @Test func `Server: while the folder is gone its photos stay; it is followed again when back`() async throws {
        try await follow { live, folder in
            let elsewhere = folder.state.url.appending(path: "elsewhere")
            try FileManager.default.moveItem(at: folder.folder.url, to: elsewhere)
            try await live.untilLogged("the folder is gone", .warning)
            #expect(!live.photos.condition.value.isFolderReadable)
            #expect(try live.catalog.ids() == animationIDs(1, 2))
            try FileManager.default.removeItem(at: elsewhere.appending(path: "a.png"))
            try FileManager.default.moveItem(at: elsewhere, to: folder.folder.url)
            try await live.untilLogged("the folder is back")
            try await live.until { try $0.ids() == animationIDs(2) }
            try folder.write(Pictures.animation(salt: 3), to: "c.png")
            try await live.until { try $0.ids() == animationIDs(3, 2) }
            #expect(live.photos.condition.value.isFolderReadable)
        }
    }

    @Test func `Server: photos of a disk that is unmounted stay in the feed until it is mounted again`() async throws {
        let (disk, path) = (TemporaryFolder(), folder.path)
        try Pictures.animation(salt: 3).write(to: disk.url.appending(path: "c.png"))
        try Pictures.animation(salt: 4).write(to: disk.url.appending(path: "d.png"))
        // After unmounting a disk, its mount point is an empty folder.
        for name in ["a.png", "b.png"] { try FileManager.default.removeItem(at: folder.url(name)) }
        try await withMount(of: disk, on: path) {
            try await follow { live, _ in
                let ids = try live.catalog.ids()
                #expect(Set(ids ?? []) == Set(animationIDs(3, 4)))
                try await TestProgram.succeed(["umount", "--lazy", path])
                try await live.untilLogged("the folder is gone", .warning)
                #expect(try live.catalog.ids() == ids)
                try FileManager.default.removeItem(at: disk.url.appending(path: "c.png"))
                try await TestProgram.succeed(["mount", "--bind", disk.path, path])
                try await live.untilLogged("the folder is back")
                try await live.until { try $0.ids() == animationIDs(4) }
            }
        }
    }

    @Test func `Server: with a state on a read-only disk, photos are served, and the log says so once`() async throws {
        _ = try await folder.index()
        try await withReadOnlyMount(on: folder.state.path) {
            try folder.write(Pictures.animation(salt: 3), to: "c.png")
            let result = try await folder.index()
            #expect(Set(result.photos.map(\.id)) == Set(animationIDs(1, 2, 3)))
            #expect(result.lines.filter { $0.contains("can’t save the index") }.count == 1)
        }
    }

    @Test func `Server: with a state on a disk that is read-only, hidden photos stay hidden`() async throws {
        _ = try await folder.index()
        let configuration = try folder.configuration()
        let hidden = try #require(animationIDs(1).first)
        try folder.friends.open().write { try $0.set(PhotoState(isHidden: true), of: hidden) }
        try await withReadOnlyMount(on: folder.state.path) {
            let source = try PhotoSource(configuration, threads: .singleton, logger: Logger(label: "test"))
            #expect(try source.published.photo(hidden) == nil)
            let friends = try #require(source.friends)
            #expect(friends.state.hiddenPhotos == [hidden])
            #expect(throws: FriendsError.self) { try friends.write { try $0.set(PhotoState(), of: hidden) } }
        }
    }

    @Test func `Server: a folder is read through from time to time if that is set`() async throws {
        var configuration = try folder.configuration()
        configuration.rescanInterval = .milliseconds(20)
        try await follow(configuration) { live, _ in
            // Two rounds happen without any change.
            for _ in 0..<2 {
                let filesRead = try await live.untilComplete()
                #expect(filesRead == 0)
            }
        }
    }

    @Test func `Server: every folder is read through once a day`() async throws {
        let root = try #require(FilePath(folder.path).resolved())
        let (clock, folder) = (VirtualClock(), folder)
        let catalog = try SQLiteCatalog.inMemory(root: root, settings: .knowingKey())
        let photos = PhotoImport(
            catalog: catalog, document: try FolderDocument(in: root), interval: nil,
            logger: RecordingLog().logger, clock: clock)
        let (events, continuation) = AsyncStream<PhotoImport.Event>.makeStream()
        try await FollowedFolders.shared.one {
            try await withThrowingTaskGroup { group in
                group.addTask { try await photos.run { continuation.yield($0) } }
                try await withDeadline {
                    for await event in events where event == .upToDate(filesRead: 2) { break }
                    await clock.sleepers(1)
                    clock.advance(by: .seconds(86_400))
                    for await event in events where event == .upToDate(filesRead: 0) { return }
                }
                group.cancelAll()
                try await group.waitForAll()
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `Server: odd names, links, loops, and folders in a photo's place do no harm`() async throws {
        try await follow { live, folder in
            let name = FilePath(bytes: Array(folder.path.utf8) + [0x2F, 0x66, 0xE9, 0x0A])
            let file = try FileDescriptor.open(name, .writeOnly, options: .create, permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(Pictures.animation(salt: 3)) }
            try await live.until { try $0.ids() == animationIDs(3, 1, 2) }
            for (link, target) in [
                ("loop", "."), ("self", "self"), ("out.png", "/etc/passwd"), ("a-link.png", "a.png"),
            ] {
                try FileManager.default.createSymbolicLink(atPath: folder.url(link).path, withDestinationPath: target)
            }
            try FileManager.default.removeItem(at: folder.url("b.png"))
            try FileManager.default.createDirectory(at: folder.url("b.png"), withIntermediateDirectories: true)
            try folder.write(Pictures.animation(salt: 4), to: "b.png/inside.png")
            try await live.until { try $0.ids() == animationIDs(4, 3, 1) }
            #expect(name.withPlatformString { unlink($0) } == 0)
            try await live.until { try $0.ids() == animationIDs(4, 1) }
        }
    }

    /// Replaces a folder in which the system has just reported a file with a link to a private folder.
    private func leadOut() throws {
        let elsewhere = folder.state.url.appending(path: "private")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try Pictures.animation(salt: 3).write(to: elsewhere.appending(path: "c.png"))
        try FileManager.default.createSymbolicLink(at: folder.url("d"), withDestinationURL: elsewhere)
    }

    @Test func `Server: no file outside of the folder is found through a link in the middle of a path`() throws {
        try leadOut()
        let root = try #require(FilePath(folder.path).resolved())
        let path = FolderPath("d/c.png")
        let catalog = try SQLiteCatalog.inMemory(root: root, settings: .knowingKey())
        let follower = FolderFollower(
            catalog: catalog, condition: FolderStatus(), inbox: ChangeInbox(), report: { _ in },
            onWatchError: { _ in })
        var changes = FolderChanges()
        changes.files.insert(path)
        changes.folders.insert(FolderPath("d"))
        changes.goneFolders.insert(FolderPath("d"))
        try follower.note(changes)
        #expect(try catalog.filesToReadCount() == 0)
        let ticket = FileTicket(file: 1, revision: 0)
        guard case .changed = FileReader.read(FileToRead(path: path, ticket: ticket), in: root).outcome else {
            Issue.record("the file was read")
            return
        }
    }

    @Test func `Server: a photo in a folder that a link has replaced isn't served, and leaves the feed`() async throws {
        try folder.write(Pictures.animation(salt: 3), to: "d/c.png")
        let photo = try #require(try await folder.index().photos.first { $0.id == animationIDs(3)[0] })
        _ = try ServedFiles().open(photo)
        let elsewhere = folder.state.url.appending(path: "private")
        try FileManager.default.moveItem(at: folder.url("d"), to: elsewhere)
        try FileManager.default.createSymbolicLink(at: folder.url("d"), withDestinationURL: elsewhere)
        #expect(throws: FileError.self) { try ServedFiles().open(photo) }
        let index = try await folder.index()
        #expect(index.photos.map(\.id) == animationIDs(1, 2))
    }

    @Test(arguments: [true, false])
    func `Server: photos of a folder that another one has replaced are gone`(isAtOnce: Bool) async throws {
        try folder.write(Pictures.animation(salt: 3), to: "d/c.png", seconds: -1)
        try folder.write(Pictures.animation(salt: 4), to: "d/sub/d.png", seconds: -2)
        try await follow { live, folder in
            let (old, new) = (FilePath(folder.url("d").path), FilePath(folder.state.url.appending(path: "new").path))
            try FileManager.default.createDirectory(atPath: new.string, withIntermediateDirectories: false)
            try Pictures.animation(salt: 5).write(to: URL(filePath: new.appending("e.png").string))
            if isAtOnce {
                try old.exchange(with: new)
            } else {
                try old.move(to: FilePath(folder.state.url.appending(path: "old").path))
                try new.move(to: old)
            }
            try await live.until { try $0.ids() == animationIDs(5, 1, 2) }
            try folder.write(Pictures.animation(salt: 6), to: "d/f.png")
            try await live.until { try $0.ids() == animationIDs(6, 5, 1, 2) }
        }
    }

    @Test func `Server: a folder that another one has replaced isn't watched any more`() async throws {
        let (reported, hasEnded) = (Box<[FolderChanges]>([]), Signal())
        let root = try #require(FilePath(folder.path).resolved())
        let watch = try FolderWatch(root: root) { changes in
            reported.append(changes)
            if changes.files.contains(FolderPath("d/end.png")) { hasEnded.send() }
        }
        let (old, new) = (FilePath(folder.url("d").path), FilePath(folder.state.url.appending(path: "new").path))
        for path in [old, new] {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
        }
        try watch.add(FolderPath("d"))
        try old.exchange(with: new)
        try watch.add(FolderPath("d"))
        for path in [new.appending("c.png"), old.appending("end.png")] {
            try Pictures.animation(salt: 3).write(to: URL(filePath: path.string))
        }
        try await withDeadline { await hasEnded.wait() }
        #expect(!reported.value.contains { $0.files.contains(FolderPath("d/c.png")) })
        withExtendedLifetime(watch) {}
    }

    @Test func `Server: more changes than are told apart are a reason to look at everything`() {
        var changes = FolderChanges()
        for number in 0...FolderChanges.maximumPaths {
            changes.formUnion(FolderChanges(files: [FolderPath("\(number)")]))
        }
        #expect(changes == .all)
        changes.formUnion(FolderChanges(files: [FolderPath("one more")]))
        #expect(changes == .all)
        var other = FolderChanges(folders: [FolderPath("folder")])
        #expect(!other.isEmpty)
        other.formUnion(.all)
        #expect(other == .all)
    }

    @Test func `Server: if more changes than the system keeps happen at once, everything is looked at`() async throws {
        let (path, lost) = (folder.path, Signal())
        let (reported, isBusy) = (Box<[FolderChanges]>([]), DispatchSemaphore(value: 0))
        let root = try #require(FilePath(path).resolved())
        let watch = try FolderWatch(root: root) { changes in
            reported.append(changes)
            if reported.value.count == 1 { isBusy.wait() }
            if changes.everything { lost.send() }
        }
        try watch.add(.root)
        let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
        // Equal successive events are merged into one, so names alternate.
        for number in 0...2 * count {
            let name = folder.url("\(number % 2).txt").path
            try Data().write(to: URL(filePath: name))
        }
        isBusy.signal()
        try await withDeadline { await lost.wait() }
        withExtendedLifetime(watch) {}
    }
}
