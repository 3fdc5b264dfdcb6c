import Foundation
import Logging
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Disks in a folder of photos, and folders created after the start of their server.
@Suite struct MountTests {
    private static let table = Array(
        """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        30 22 8:2 / /home rw - btrfs /dev/sda2 rw
        40 30 0:50 / /home/me/Photos rw shared:9 master:1 - nfs4 nas:/photos rw,vers=4.2
        41 40 0:51 / /home/me/Photos/my\\040phone rw - fuse.sshfs phone:/DCIM rw
        42 40 8:33 / /home/me/Photos/card rw - vfat /dev/sdc1 rw
        43 30 0:52 / /home/me/Photos2 rw - cifs //nas/photos rw
        44 42 8:34 / /home/me/Photos/card rw - exfat /dev/sdd1 rw

        """.utf8)

    @Test func `Server: the table of mounts names the file systems in a folder, the last one at each path`() {
        let table = MountTable(Self.table, root: "/home/me/Photos")
        #expect(
            table.mounts.mapValues(\.type) == [
                .root: "nfs4", FolderPath("my phone"): "fuse.sshfs", FolderPath("card"): "exfat",
            ])
        #expect(table.unwatched.map(\.path) == [.root, FolderPath("my phone")])
        #expect(MountTable(Self.table, root: "/home/me/Music").mounts.mapValues(\.type) == [.root: "btrfs"])
        #expect(MountTable(Self.table, root: "/home/me/Photos2/2026").unwatched.map(\.type) == ["cifs"])
    }

    @Test func `Server: another disk at the same path is a change, and so is one that is gone`() {
        let old = MountTable(Self.table, root: "/home/me/Photos")
        let text = String(decoding: Self.table, as: UTF8.self)
        let new = MountTable(Array(text.replacing("44 42 8:34", with: "45 42 8:35").utf8), root: "/home/me/Photos")
        #expect(new.changes(since: old) == [FolderPath("card")])
        #expect(old.changes(since: MountTable([], root: "/")) == [FolderPath("card"), FolderPath("my phone")])
    }

    @Test(
        arguments: ["nfs", "nfs4", "cifs", "smb3", "fuse", "fuse.bindfs", "fuse.mergerfs", "overlay", "9p", "virtiofs"])
    func `Server: file systems that others may change are known by their type`(type: String) {
        let line = "40 30 0:50 / /home/me rw - \(type) source rw"
        #expect(MountTable(Array(line.utf8), root: "/home/me/Photos").unwatched.map(\.type) == [type])
    }

    @Test(arguments: ["ext4", "btrfs", "xfs", "zfs", "vfat", "fuseblk", "tmpfs"])
    func `Server: the changes of other file systems are reported`(type: String) {
        let line = "40 30 0:50 / /home/me rw - \(type) source rw"
        #expect(MountTable(Array(line.utf8), root: "/home/me/Photos").unwatched.isEmpty)
    }

    // MARK: Following

    private let folder = PhotoFolder()

    @Test func `Server: a disk mounted below the folder is read, and deletions on it are noticed`() async throws {
        let folder = folder
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        let (disk, other) = (TemporaryFolder(), TemporaryFolder())
        for (salt, name) in [(UInt8(2), "b.png"), (3, "c.png")] {
            try Pictures.animation(salt: salt).write(to: disk.url.appending(path: name))
        }
        try Pictures.animation(salt: 4).write(to: other.url.appending(path: "b.png"))
        let place = folder.url("disk").path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            try await withMount(of: disk, on: place) {
                try await live.until { Set(try $0.ids() ?? []) == Set(animationIDs(1, 2, 3)) }
                try FileManager.default.removeItem(at: disk.url.appending(path: "c.png"))
                try await live.until { Set(try $0.ids() ?? []) == Set(animationIDs(1, 2)) }
            }
            try await live.until { try $0.ids() == animationIDs(1) }
            try await live.untilLogged("the disk at disk was unmounted", .warning)
            try await withMount(of: other, on: place) {
                try await live.until { Set(try $0.ids() ?? []) == Set(animationIDs(1, 4)) }
            }
            try await live.until { try $0.ids() == animationIDs(1) }
        }
    }

    @Test func `Server: started without its disk, it keeps the earlier photos, unready, and says why`() async throws {
        let (folder, disk) = (folder, TemporaryFolder())
        try Pictures.animation(salt: 1).write(to: disk.url.appending(path: "a.png"))
        try await withMount(of: disk, on: folder.path) {
            let index = try await folder.index()
            #expect(index.photos.map(\.id) == animationIDs(1))
        }
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            try await live.untilLogged("the folder is empty, and is not the one that had photos before", .warning)
            #expect(!live.photos.condition.value.isFolderReadable)
            #expect(try live.catalog.ids() == animationIDs(1))
            try await withMount(of: disk, on: folder.path) {
                try await live.untilLogged("the folder is back")
                #expect(live.photos.condition.value.isFolderReadable)
                #expect(try live.catalog.ids() == animationIDs(1))
            }
        }
    }

    @Test func `Server: started without its disk, it isn't ready, and sends the smaller images of before`() async throws
    {
        let (folder, disk, images) = (folder, TemporaryFolder(), Box<[Data]>([]))
        let picture = try TestPicture.data("plain.jpg")
        try picture.write(to: disk.url.appending(path: "a.jpg"))
        let path = "/image/\(contentID(picture))"
        let configuration = try folder.drawingConfiguration()
        try await withMount(of: disk, on: folder.path) {
            try await folder.serve(configuration) { client in
                let answer = try await client.answer(path)
                #expect(answer.status == 200)
                images.append(answer.body)
            }
        }
        try await folder.serve(configuration) { client, server in
            try await waitUntil { try await server.log.next(.warning).contains("the folder is empty") }
            #expect(try await client.answer("/readyz").status == 503)
            images.append(try await client.answer(path).body)
        }
        #expect(images.value.count == 2 && images.value.first == images.value.last)
    }

    @Test func `Server: a disk that others change unnoticed is read through every five minutes`() async throws {
        let (folder, disk, clock, log) = (folder, TemporaryFolder(), VirtualClock(), RecordingLog())
        try Pictures.animation(salt: 1).write(to: disk.url.appending(path: "a.png"))
        try await withUnwatchedMount(of: disk, on: folder.path) {
            let root = try #require(FilePath(folder.path).resolved())
            let catalog = try SQLiteCatalog.inMemory(root: root, settings: .knowingKey())
            let photos = PhotoImport(
                catalog: catalog, document: try FolderDocument(in: root), interval: nil, logger: log.logger,
                clock: clock)
            let (events, continuation) = AsyncStream<PhotoImport.Event>.makeStream()
            try await FollowedFolders.shared.one {
                try await withThrowingTaskGroup { group in
                    group.addTask { try await photos.run { continuation.yield($0) } }
                    let line = try await log.next(.notice)
                    #expect(line.hasSuffix("the folder unnoticed (overlay), so it is read through every 5 min"))
                    try await withDeadline {
                        for await event in events where event == .upToDate(filesRead: 1) { break }
                        for salt: UInt8 in 2...3 {
                            try Pictures.animation(salt: salt).write(to: disk.url.appending(path: "\(salt).png"))
                            await clock.sleepers(2)
                            clock.advance(by: .seconds(300))
                            for await event in events where event == .upToDate(filesRead: 1) { break }
                        }
                    }
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }
            #expect(Set(try catalog.ids() ?? []) == Set(animationIDs(1, 2, 3)))
        }
    }

    @Test func `Server: a folder that was emptied while no server ran has no photos`() async throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        _ = try await folder.index()
        try FileManager.default.removeItem(at: folder.url("a.png"))
        let index = try await folder.index()
        #expect(index.photos.isEmpty)
        #expect(index.lines == ["the folder has no photos: add JPEG, PNG, WebP, GIF, HEIC or AVIF files"])
    }

    @Test func `Server: photos of an empty folder that is filled are in the order of their dates`() async throws {
        let folder = folder
        let root = try #require(FilePath(folder.path).resolved())
        let clock = VirtualClock()
        let catalog = try SQLiteCatalog.inMemory(root: root, settings: .knowingKey())
        let photos = PhotoImport(
            catalog: catalog, document: try FolderDocument(in: root), interval: nil,
            logger: RecordingLog().logger, clock: clock)
        let (events, continuation) = AsyncStream<PhotoImport.Event>.makeStream()
        @Sendable func until(_ ids: [UUID]) async throws {
            try await withDeadline {
                if try catalog.ids() == ids { return }
                for await _ in events where try catalog.ids() == ids { return }
            }
        }
        try await FollowedFolders.shared.one {
            try await withThrowingTaskGroup { group in
                group.addTask { try await photos.run { continuation.yield($0) } }
                try await withDeadline { await clock.sleepers(2) }
                try folder.write(Pictures.animation(salt: 1), to: "a.png", seconds: 5)
                try await until(animationIDs(1))
                try folder.write(Pictures.animation(salt: 2), to: "b.png", seconds: 9)
                try await until(animationIDs(2, 1))
                try folder.write(Pictures.animation(salt: 3), to: "c.png", seconds: 7)
                try await until(animationIDs(2, 3, 1))
                #expect(try catalog.isFirstImport())
                // The first time, something has happened since.
                for _ in 0..<2 {
                    try await withDeadline { await clock.sleepers(2) }
                    clock.advance(by: PhotoImport.quietTime)
                }
                try await waitUntil { try !catalog.isFirstImport() }
                try folder.write(Pictures.animation(salt: 4), to: "d.png", seconds: 1)
                try await until(animationIDs(4, 2, 3, 1))
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }

    @Test func `Server: on request, a start sorts the photos of the folder by date again`() async throws {
        let folder = folder
        try folder.write(Pictures.animation(salt: 1), to: "a.png", seconds: 5)
        try await LiveFolder.with(try folder.configuration()) { live in
            _ = try await live.untilComplete()
            try folder.write(Pictures.animation(salt: 2), to: "b.png", seconds: 1)
            try await live.until { try $0.ids() == animationIDs(2, 1) }
        }
        try folder.write(Pictures.animation(salt: 3), to: "c.png", seconds: 3)
        var configuration = try folder.configuration()
        configuration.sortsAgain = true
        #expect(try await PhotoFolder.index(configuration).photos.map(\.id) == animationIDs(1, 3, 2))
        try folder.write(Pictures.animation(salt: 4), to: "d.png", seconds: 0)
        #expect(try await folder.index().photos.map(\.id) == animationIDs(4, 1, 3, 2))
    }
}
