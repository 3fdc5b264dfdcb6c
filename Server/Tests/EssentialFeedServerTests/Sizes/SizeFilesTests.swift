import Foundation
import NIOCore
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct SizeFilesTests {
    private let folder = TemporaryFolder()
    private let url: URL

    init() {
        url = folder.url.appending(path: "sizes")
    }

    private func files(maximumBytes: Int = 1 << 20, now: Date = Date()) -> SizeFiles {
        SizeFiles(in: folder.url, maximumBytes: maximumBytes, now: { now })
    }

    private func key(_ size: ServedSize = .small) -> SizeKey { SizeKey(photo: UUID(), size: size) }

    private func file(of key: SizeKey) throws -> URL {
        let name = "\(key.photo.uuidString)-\(key.size.longEdge).2.jpg"
        return url.appending(path: "\(name.prefix(2))/\(name)")
    }

    @Test func `An image that was written is read with the digest of its bytes, by the next server, too`() throws {
        let (small, large) = (key(), key(.large))
        try files().write(Data("small".utf8), for: small)
        try files().write(Data("large".utf8), for: large)
        let image = try #require(files().image(small))
        #expect(image.bytes == ByteBuffer(string: "small"))
        #expect(image.entityTag == ContentDigest(of: Data("small".utf8)).entityTag)
        #expect(files().image(large)?.bytes == ByteBuffer(string: "large"))
        #expect(files().image(SizeKey(photo: small.photo, size: .medium)) == nil)
    }

    @Test(
        arguments: [{ $0.dropLast() }, { $0.dropFirst() }, { _ in Data() }, { $0 + [0] }, { Data($0.reversed()) }]
            as [@Sendable (Data) -> Data])
    func `A damaged image is never served, and made again`(damage: @Sendable (Data) -> Data) throws {
        let key = key()
        try files().write(Data("some bytes".utf8), for: key)
        let file = try file(of: key)
        try damage(try Data(contentsOf: file)).write(to: file)
        #expect(files().image(key) == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `Beyond the greatest size, the images that nobody has asked for the longest go`() throws {
        let keys = (0..<10).map { _ in key() }
        let day: TimeInterval = 86_400
        let start = Date()
        let files = files(maximumBytes: 10_000, now: start)
        for (index, key) in keys.enumerated() {
            try files.write(Data(count: 900), for: key)
            try FileManager.default.setAttributes(
                [.modificationDate: start - Double(10 - index) * day], ofItemAtPath: try file(of: key).path)
        }
        #expect(files.image(keys[0]) != nil)
        #expect(!files.isFull)
        try files.write(Data(count: 900), for: key())
        #expect(keys.map { files.image($0) != nil } == [true, false, false] + [Bool](repeating: true, count: 7))
    }

    /// Runs a test with a disk of three megabytes.
    private func onSmallDisk(_ work: (SizeCache) throws -> Void) async throws {
        try await withDisk(of: "3000k", on: folder.path) { try work(SizeCache(in: folder.url, now: { Date() })) }
    }

    private static let images: [ServedSize: Data] = [
        .small: Data(repeating: 1, count: 30_000), .medium: Data(repeating: 2, count: 90_000),
        .large: Data(repeating: 3, count: 200_000),
    ]

    private static func areThere(_ photo: UUID, in sizes: SizeCache) -> Bool {
        images.allSatisfy { sizes.image(SizeKey(photo: photo, size: $0))?.bytes == ByteBuffer(bytes: $1) }
    }

    @Test func `On a small disk, the images nobody has asked for the longest go, and a part is left`() async throws {
        try await onSmallDisk { sizes in
            #expect(!sizes.areFull)
            for _ in 0..<30 {
                let photo = UUID()
                #expect(sizes.insert(Self.images, of: photo, isAwaited: true).error == nil)
                #expect(Self.areThere(photo, in: sizes))
                // Without its memory.
                #expect(Self.areThere(photo, in: SizeCache(in: folder.url, now: { Date() })))
            }
            let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
            let free = try #require(attributes[.systemFreeSize] as? Int)
            #expect(free >= 150_000)
        }
    }

    @Test func `On a full disk, those who wait for a photo get all its images; none are made ahead`() async throws {
        try await onSmallDisk { sizes in
            try Data(count: 2_800_000).write(to: folder.url.appending(path: "other"))
            let photo = UUID()
            #expect(sizes.insert(Self.images, of: photo, isAwaited: true).error != nil)
            #expect(Self.areThere(photo, in: sizes))
            let joined = UUID()
            // A client that begins to wait during the write isn't counted.
            #expect(sizes.insert(Self.images, of: joined, isAwaited: false).error != nil)
            #expect(Self.areThere(joined, in: sizes))
            #expect(sizes.areFull)
        }
    }

    @Test func `What killed servers have left of images goes with the photo, and at the next start`() throws {
        let key = key()
        try files().write(Data("small".utf8), for: key)
        let image = try file(of: key)
        try Data("sm".utf8).write(to: URL(filePath: image.path + ".part"))
        try Data("medium".utf8).write(to: image.deletingLastPathComponent().appending(path: ".dat.nosync1a2b.x"))
        try files().write(Data("small".utf8), for: key)
        #expect(!files().isFull)
        let folder = image.deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [image.lastPathComponent])

        try Data("sm".utf8).write(to: URL(filePath: image.path + ".part"))
        files().remove(key.photo)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func `On a disk that the images have filled, a token can be revoked, a browser signed out`() async throws {
        try await onSmallDisk { sizes in
            let tokens = TokenFile(in: folder.url)
            for name in ["maria", "bob"] { _ = try tokens.invite(Invited(name), at: Date()) }
            let friends = try FriendsFile(in: folder.url, root: FilePath(folder.path)).open()
            let session = BrowserSession(
                digest: Data(count: 32), tokenID: "maria", device: "a browser", createdAt: Date())
            try friends.write { try $0.start(session) }
            for _ in 0..<8 { #expect(sizes.insert(Self.images, of: UUID(), isAwaited: false).error == nil) }
            let rest = folder.url.appending(path: "rest")
            try Data().write(to: rest)
            let file = try FileHandle(forWritingTo: rest)
            func fill() throws {
                for size in [4_096, 1] {
                    #expect(throws: (any Error).self) { while true { try file.write(contentsOf: Data(count: size)) } }
                }
            }
            try fill()
            #expect(throws: AccessError.self) { try tokens.invite(Invited("carol"), at: Date()) }
            try tokens.revoke("maria")
            #expect(try tokens.tokens().map { $0.name } == ["bob"])
            try fill()
            try friends.end(session: session.digest, by: nil, may: .read)
            let isSignedIn = try friends.read { try $0.hasSession(session.digest) }
            #expect(!isSignedIn)
        }
    }

    @Test func `The folder is full when it has its greatest size`() throws {
        #expect(!files(maximumBytes: 100).exists)
        #expect(!files(maximumBytes: 100).isFull)
        try files().write(Data(count: 100), for: key())
        #expect(files(maximumBytes: 100).isFull)
        #expect(files().exists)
    }
}
