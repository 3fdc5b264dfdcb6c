import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import TestSupport
import Testing

/// A disk that can't be written or opened: the program reads, or works in memory.
@Suite("Unusable disk")
struct UnusableDiskTests {
    private let folder = TemporaryFolder()

    @Test func `B170 The cache of a newer version stays; the program says so and works in memory`() async throws {
        let storeFolder = StoreFolder(in: folder.url, for: try anyAddress())
        let older = await ServerCache.open(in: folder.url, for: try anyAddress())
        try await older.save(anyCachedFeed())
        try await older.close()
        try OtherConnection(storeFolder.database).execute("INSERT INTO grdb_migrations VALUES ('99 the future')")
        let before = try Data(contentsOf: URL(filePath: storeFolder.database))

        let reports = Reports()
        let cache = await ServerCache.open(in: folder.url, for: try anyAddress(), report: reports.add)
        guard case .memory(let error) = await cache.access() else { return #expect(Bool(false), "not in memory") }
        #expect(error.kind == .newerVersion)
        #expect(try await cache.retrieve() == nil)
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(), for: anyImageURL())
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG())
        #expect(try await kindOfFailure { try await cache.delete() } == .newerVersion)
        #expect(try await cache.retrieve() == feed)
        try await cache.close()
        #expect(reports.kinds == [.newerVersion])
        #expect(try Data(contentsOf: URL(filePath: storeFolder.database)) == before)
        #expect(try OtherConnection(storeFolder.database).texts("PRAGMA quick_check") == ["ok"])
    }

    @Test(arguments: ["", "/images", "/partials"])
    func `A link in place of a cache's folder isn't followed; the program works in memory`(name: String) async throws {
        let storeFolder = StoreFolder(in: folder.url, for: try anyAddress())
        let before = await ServerCache.open(in: folder.url, for: try anyAddress())
        try await before.insert(anyPNG(salt: 1), for: anyImageURL())
        try await before.close()

        let mine = folder.url.appending(path: "mine", directoryHint: .isDirectory)
        let photos = ["mum.jpg", "images/mum.jpg", "partials/mum.jpg"].map { mine.appending(path: $0) }
        for photo in photos {
            try FileManager.default.createDirectory(
                at: photo.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("mum".utf8).write(to: photo)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: mine.path)
        try FileManager.default.removeItem(atPath: storeFolder.path + name)
        try FileManager.default.createSymbolicLink(at: URL(filePath: storeFolder.path + name), withDestinationURL: mine)

        let reports = Reports()
        let cache = await ServerCache.open(in: folder.url, for: try anyAddress(), report: reports.add)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
        try await cache.close()
        #expect(reports.kinds.count == 1)
        for photo in photos { #expect(try Data(contentsOf: photo) == Data("mum".utf8)) }
        #expect(try FileSystem.status(mine.path)?.mode == S_IFDIR | 0o755)
        let inside = try FileManager.default.contentsOfDirectory(atPath: mine.path).sorted()
        #expect(inside == ["images", "mum.jpg", "partials"])
    }

    @Test func `B170 A program reads a read-only disk and says so once; its writes wait in memory`() async throws {
        let saved = anyCachedFeed()
        let before = await ServerCache.open(in: folder.url, for: try anyAddress())
        try await before.save(saved)
        try await before.insert(anyPNG(), for: anyImageURL())
        try await before.close()

        let reports = Reports()
        let feed = anyCachedFeed()
        let cache = try await withReadOnlyFolder(folder.url) { () async throws in
            let cache = await ServerCache.open(in: folder.url, for: try anyAddress(), report: reports.add)
            guard case .reader = await cache.access() else {
                Issue.record("not a reader")
                return cache
            }
            #expect(try await cache.retrieve() == saved)
            #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG())
            try await cache.save(feed)
            try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
            #expect(try await cache.retrieve() == feed)
            #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 1))
            #expect(reports.kinds.count == 1)
            return cache
        }
        let latest = anyCachedFeed()
        try await cache.save(latest)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        try await cache.close()
        let reopened = await ServerCache.open(in: folder.url, for: try anyAddress())
        #expect(try await reopened.retrieve() == latest)
        #expect(try await reopened.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
    }

    @Test(arguments: [true, false])
    func `A feed saved after the cache folder was removed is there later`(isAfterImage: Bool) async throws {
        let cacheFolder = folder.url.appending(path: "cache")
        let cache = await ServerCache.open(in: cacheFolder, for: try anyAddress())
        try await cache.save(anyCachedFeed())
        try FileManager.default.removeItem(at: cacheFolder)
        let feed = anyCachedFeed()
        if isAfterImage {
            try await cache.insert(anyPNG(), for: anyImageURL())
            try await cache.save(feed)
        }
        try await cache.save(feed)
        try await cache.close()
        let reopened = await ServerCache.open(in: cacheFolder, for: try anyAddress())
        #expect(try await reopened.retrieve() == feed)
    }
}
