import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// A disk that cannot be used as it should: the program goes on reading, or in memory.
@Suite("Unusable disk")
struct UnusableDiskTests {
    @Test("B170 A cache that a newer version wrote is left alone; the program says so once and works in memory")
    func test_open_leavesNewerVersionAlone() async throws {
        let folder = try TemporaryFolder()
        let storeFolder = StoreFolder(in: folder.url, for: try anyAddress())
        let older = await ServerCache.open(in: folder.url, for: try anyAddress())
        try await older.save(anyCachedFeed())
        try await older.close()
        try OtherConnection(storeFolder.database).execute("INSERT INTO grdb_migrations VALUES ('3 the future')")
        let before = try Data(contentsOf: URL(filePath: storeFolder.database))

        let reports = Reports()
        let cache = await ServerCache.open(in: folder.url, for: try anyAddress(), report: reports.add)
        guard case .memory(let error) = await cache.access() else {
            Issue.record("not in memory")
            return
        }
        #expect(error.kind == .newerVersion)
        #expect(try await cache.retrieve() == nil)
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(), for: anyImageURL())
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == anyPNG())
        #expect(try await kindOfFailure { try await cache.delete() } == .newerVersion)
        #expect(try await cache.retrieve() == feed)
        try await cache.close()
        #expect(reports.kinds == [.newerVersion])
        #expect(try Data(contentsOf: URL(filePath: storeFolder.database)) == before)
        #expect(try OtherConnection(storeFolder.database).texts("PRAGMA quick_check") == ["ok"])
    }

    @Test("B170 N031 A read-only disk is read; the program says so once, and writes go to memory until it is writable")
    func test_open_readsReadOnlyDisk() async throws {
        let folder = try TemporaryFolder()
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
            #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == anyPNG())
            try await cache.save(feed)
            try await cache.insert(anyPNG(salt: 1), for: anyImageURL())
            #expect(try await cache.retrieve() == feed)
            #expect(try await cache.retrieveImageData(for: anyImageURL())?.data == anyPNG(salt: 1))
            #expect(reports.kinds.count == 1)
            return cache
        }
        let latest = anyCachedFeed()
        try await cache.save(latest)
        try await cache.insert(anyPNG(salt: 2), for: anyImageURL())
        try await cache.close()
        let reopened = await ServerCache.open(in: folder.url, for: try anyAddress())
        #expect(try await reopened.retrieve() == latest)
        #expect(try await reopened.retrieveImageData(for: anyImageURL())?.data == anyPNG(salt: 2))
    }

    @Test("B170 A cache folder that cannot be made is said once, and the cache works in memory")
    func test_open_worksInMemoryWithoutFolder() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        let reports = Reports()
        let cache = await ServerCache.open(in: file, for: try anyAddress(), report: reports.add)
        guard case .memory = await cache.access() else {
            Issue.record("not in memory")
            return
        }
        try await cache.save(anyCachedFeed())
        try await cache.insert(anyPNG(), for: anyImageURL())
        #expect(reports.kinds == [.inaccessible])
        try await cache.delete()
        #expect(try await cache.retrieve() == nil)
    }

    @Test("N031 A cache folder that somebody removes meanwhile is made anew")
    func test_save_makesRemovedFolderAnew() async throws {
        try await expectFeedOfRemovedFolder { cache, feed in
            try await cache.insert(anyPNG(), for: anyImageURL())
            try await cache.save(feed)
            try await cache.save(feed)
        }
    }

    @Test("N031 A feed that is saved after somebody removed the cache folder is not lost with the removed files")
    func test_save_isNotLostWithRemovedFolder() async throws {
        try await expectFeedOfRemovedFolder { cache, feed in try await cache.save(feed) }
    }

    /// Expects that a feed is there for the next program that was saved after the cache folder was removed.
    private func expectFeedOfRemovedFolder(
        savedBy save: (ServerCache, CachedFeed) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let cacheFolder = folder.url.appending(path: "cache")
        let cache = await ServerCache.open(in: cacheFolder, for: try anyAddress())
        try await cache.save(anyCachedFeed())
        try FileManager.default.removeItem(at: cacheFolder)
        let feed = anyCachedFeed()
        try await save(cache, feed)
        try await cache.close()
        let reopened = await ServerCache.open(in: cacheFolder, for: try anyAddress())
        #expect(try await reopened.retrieve() == feed)
    }
}
