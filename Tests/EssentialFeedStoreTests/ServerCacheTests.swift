import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite("Server cache")
struct ServerCacheTests {
    private let folder = TemporaryFolder()

    @Test func `B067 B109 A second instance loads what the first saved; a second save overrides it`() async throws {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000.1)
        for (images, salt) in [(uniqueFeed(), 1), (uniqueFeed(), 2)] as [([FeedImage], UInt8)] {
            let saving = await ServerCache.open(in: folder.url, for: try anyAddress())
            try await CacheFeed(store: saving, now: { now }).save(images)
            try await CacheFeedImageData(store: saving).save(anyPNG(salt: salt), for: anyImageURL())
            try await saving.close()
            let loading = await ServerCache.open(in: folder.url, for: try anyAddress())
            let saved = try await LoadFeedFromCache(store: loading, now: { now }).load()
            #expect(saved == CachedFeed(images: images, loadedAt: now))
            #expect(try await LoadFeedImageDataFromCache(store: loading).load(anyImageURL()) == anyPNG(salt: salt))
            try await loading.close()
        }
    }

    @Test func `B090 Validating keeps a recent save and empties one from the distant past`() async throws {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000.1)
        let store = ServerCache.onDisk(in: folder.url)
        try await CacheFeed(store: store, now: { now }).save(uniqueFeed())
        try await ValidateFeedCache(store: store, now: { now }).validate()
        #expect(try await store.retrieve() != nil)

        try await CacheFeed(store: store, now: { .distantPast }).save(uniqueFeed())
        try await store.insert(anyPNG(), for: anyImageURL())
        try await ValidateFeedCache(store: store, now: { now }).validate()
        #expect(try await store.retrieve() == nil)
        #expect(try await store.retrieveImageData(for: anyImageURL()) == nil)
    }

    @Test func `B139 B140 Each server has a cache of its own, whatever the password in its address`() async throws {
        let first = await ServerCache.open(in: folder.url, for: try ServerAddress("http://a@one.com/x"))
        let second = await ServerCache.open(in: folder.url, for: try ServerAddress("http://two.com"))
        let feed = anyCachedFeed()
        try await first.save(feed)
        try await first.insert(anyPNG(), for: anyImageURL())
        #expect(try await second.retrieve() == nil)
        #expect(try await second.retrieveImageData(for: anyImageURL()) == nil)
        try await second.delete()
        #expect(try await first.retrieve() == feed)
        try await first.close()
        let again = await ServerCache.open(in: folder.url, for: try ServerAddress("http://a:secret@ONE.com:80/x/"))
        #expect(try await again.retrieve() == feed)
    }

    @Test func `Folders are 0700, files 0600, and no user info is on the disk`() async throws {
        let cacheFolder = folder.url.appending(path: "parent/cache folder")
        let address = try ServerAddress("http://somebody:secret@a-server.com")
        let cache = await ServerCache.open(in: cacheFolder, for: address)
        try await cache.save(largeFeed())
        try await cache.insert(anyPNG(), for: anyImageURL())
        try await cache.insert(
            PartialDownload(url: anyImageURL("b"), entityTag: "\"a\"", bytes: anyPNG(), total: 1_000))
        let inside = try folder.filesInside()
        for end in ["-wal", "-shm"] { #expect(inside.contains { $0.hasSuffix(end) }) }
        #expect(inside.contains { $0.contains("/partials/") })
        for path in inside {
            let status = try #require(try FileSystem.status(path))
            let isFolder = status.mode & S_IFMT == S_IFDIR
            #expect(status.mode & 0o777 == (isFolder ? 0o700 : 0o600), "\(path)")
            #expect(!path.contains("secret") && !path.contains("somebody"))
            if !isFolder {
                let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
                #expect(!text.contains("secret") && !text.contains("somebody"))
            }
        }
    }

    @Test func `Opening a cache makes its folders and files private`() async throws {
        let test = try await SavedCache()
        for path in [test.storeFolder.path, test.storeFolder.images, test.storeFolder.database] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let store = test.store()
        _ = try await store.retrieve()
        #expect(try FileSystem.status(test.storeFolder.path)?.mode == S_IFDIR | 0o700)
        #expect(try FileSystem.status(test.storeFolder.images)?.mode == S_IFDIR | 0o700)
        #expect(try FileSystem.status(test.storeFolder.database)?.mode == S_IFREG | 0o600)
    }

    @Test func `B151 A cache of a version before 0.2.0 is made again without a message`() async throws {
        let storeFolder = StoreFolder(in: folder.url, for: try anyAddress())
        let earlier = await ServerCache.open(in: folder.url, for: try anyAddress())
        try await earlier.save(anyCachedFeed())
        try await earlier.insert(anyPNG(salt: 1), for: anyImageURL("b"))
        try await earlier.close()
        try OtherConnection(storeFolder.database).execute("UPDATE grdb_migrations SET identifier = '9 feed end'")

        let reports = Reports()
        let cache = await ServerCache.open(in: folder.url, for: try anyAddress(), report: reports.add)
        #expect(try await cache.retrieve() == nil)
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(anyPNG(), for: anyImageURL())
        try await cache.close()
        #expect(try await cache.retrieve() == feed)
        #expect(try await cache.retrieveImageData(for: anyImageURL()) == anyPNG())
        #expect(try FileSystem.names(in: storeFolder.images).count == 1)
        #expect(reports.kinds == [])
    }

    @Test func `B151 A cache with the steps before the first migration and with that one opens with its feed`()
        async throws
    {
        let test = try await SavedCache()
        try OtherConnection(test.storeFolder.database).execute("INSERT INTO grdb_migrations VALUES ('9 feed end')")
        #expect(try await test.store().retrieve() == test.feed)
    }

    @Test func `Closing an empty cache removes its folder, and the cache can be used again`() async throws {
        let storeFolder = StoreFolder(in: folder.url, for: try anyAddress())
        let cache = await ServerCache.open(in: folder.url, for: try anyAddress())
        #expect(try FileSystem.status(storeFolder.path) != nil)
        try await cache.close()
        #expect(try FileSystem.status(storeFolder.path) == nil)
        try await cache.save(anyCachedFeed([]))
        try await cache.close()
        #expect(try FileSystem.status(storeFolder.path) != nil)
        try await cache.delete()
        try await cache.insert(anyPNG(), for: anyImageURL())
        try await cache.close()
        #expect(try FileSystem.status(storeFolder.path) != nil)
        try await cache.delete()
        try await cache.close()
        #expect(try FileSystem.status(storeFolder.path) == nil)
    }

    @Test func `The status says what is cached and what clearing frees`() async throws {
        let cache = await ServerCache.open(in: folder.url, for: try anyAddress(), imageLimit: 5000)
        let storeFolder = StoreFolder(in: folder.url, for: try anyAddress())
        let empty = CacheStatus(
            feedImageCount: nil, loadedAt: nil, cachedFeedImageCount: 0, cachedImageCount: 0, cachedImageBytes: 0,
            imageLimit: 5000, folder: storeFolder.url)
        #expect(try await cache.status() == empty)
        let feed = anyCachedFeed()
        try await cache.save(feed)
        try await cache.insert(Data(count: 10), for: feed.images[1].url)
        try await cache.insert(Data(count: 7), for: anyImageURL())
        let status = try await cache.status()
        #expect(
            status
                == CacheStatus(
                    feedImageCount: 4, loadedAt: feed.loadedAt, isFeedWhole: true, cachedFeedImageCount: 1,
                    cachedImageCount: 2, cachedImageBytes: 17, imageLimit: 5000, folder: storeFolder.url))
        #expect(status.bytesFreedByClearing == 17)
        try await cache.delete()
        #expect(try await cache.status() == empty)
    }

    @Test(arguments: StoreKind.caches)
    func `The status says that the feed is whole only if its last page is the end`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind)
        let time = Date(timeIntervalSinceReferenceDate: 7)
        func page(isEnd: Bool) -> CachedFeedPage {
            CachedFeedPage(images: (0..<10).map { _ in uniqueImage() }, loadedAt: time, isEnd: isEnd)
        }
        for ends in [[false], [true], [false, true], [true, false], [false, false]] {
            try await test.store.save(CachedFeed(pages: ends.map(page)))
            #expect(try await test.status().isFeedWhole == ends.last)
        }
    }
}
