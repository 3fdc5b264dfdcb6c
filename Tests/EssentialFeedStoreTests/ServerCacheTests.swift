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

    @Test func `B151 A cache of the first version of the schema opens with its feed intact`() async throws {
        let storeFolder = StoreFolder(in: folder.url, name: StoreFolder.anyName)
        try storeFolder.create()
        try OtherConnection(storeFolder.database).execute(Self.firstVersion)

        let store = ServerCache.onDisk(in: folder.url)
        let feed = try await store.retrieve()
        #expect(
            feed
                == CachedFeed(
                    images: [
                        FeedImage(
                            id: try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")),
                            description: "a description", url: anyImageURL("a")),
                        FeedImage(
                            id: try #require(UUID(uuidString: "FFEEDDCC-BBAA-9988-7766-554433221100")),
                            location: "a location", url: anyImageURL("b")),
                    ], loadedAt: Date(timeIntervalSinceReferenceDate: 700_000_000.1)))
        try await store.insert(anyPNG(), for: anyImageURL("a"))
        #expect(try await store.status().cachedFeedImageCount == 1)
        try await store.save(anyCachedFeed())
        #expect(try await store.retrieve()?.entityTag == "\"an entity tag\"")
    }

    @Test func `B151 A cache without pages opens with its feed; images behind the first ten are a page`() async throws {
        let storeFolder = StoreFolder(in: folder.url, name: StoreFolder.anyName)
        try storeFolder.create()
        let images = (0..<12).map { _ in uniqueImage() }
        let rows = images.enumerated().map { "(\($0), x'\($1.id.uuidString.filter { $0 != "-" })', '\($1.url)')" }
        let database = try OtherConnection(storeFolder.database)
        try database.execute(Self.firstVersion)
        try database.execute(
            "DELETE FROM feed_image; INSERT INTO feed_image (position, id, url) VALUES \(rows.joined(separator: ","))")

        let cache = ServerCache.onDisk(in: folder.url)
        let feed = try #require(try await cache.retrieve())
        #expect(feed.images.map(\.id) == images.map(\.id))
        #expect(feed.pages.map(\.images.count) == [10, 2])
        #expect(try await !cache.status().isFeedWhole)
        #expect(Set(feed.pages.map(\.loadedAt)) == [Date(timeIntervalSinceReferenceDate: 700_000_000.1)])
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

    /// The database of the program's first version.
    private static let firstVersion = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 feed');
        CREATE TABLE feed (id INTEGER PRIMARY KEY CHECK (id = 1), timestamp REAL NOT NULL);
        CREATE TABLE feed_image (
            position INTEGER PRIMARY KEY, id BLOB NOT NULL, description TEXT, location TEXT, url TEXT NOT NULL);
        INSERT INTO feed VALUES (1, 700000000.1);
        INSERT INTO feed_image VALUES
            (0, x'00112233445566778899AABBCCDDEEFF', 'a description', NULL, 'https://a-host.com/a.png'),
            (1, x'FFEEDDCCBBAA99887766554433221100', NULL, 'a location', 'https://a-host.com/b.png');
        """

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
