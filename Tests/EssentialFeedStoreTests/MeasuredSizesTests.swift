import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import HTTPTransport
import ImageFormats
import TestSupport
import Testing

@Suite("Sizes of cached pictures")
struct MeasuredSizesTests {
    private let folder = TemporaryFolder()

    @Test(arguments: StoreKind.caches)
    func `A retrieved feed says the upright size of each cached picture without one`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind)
        let (plain, turned) = (image("plain"), image("turned"))
        let said = FeedImage(id: UUID(), url: anyImageURL("said"), pixelSize: PixelSize(width: 7, height: 7))
        let (damaged, missing) = (image("damaged"), image("missing"))
        // One is cached before the feed that names it.
        try await test.store.insert(try picture("plain.jpg"), for: plain.url)
        let feed = anyCachedFeed([plain, turned, said, damaged, missing])
        try await test.store.save(feed)
        for (url, data) in [
            (turned.url, try picture("orientation-6.jpg")), (said.url, try picture("plain.png")),
            (damaged.url, Data("no picture".utf8)),
        ] {
            try await test.store.insert(data, for: url)
        }

        let retrieved = try #require(try await test.store.retrieve())
        #expect(retrieved.images.map(\.id) == feed.images.map(\.id))
        let size = try ImageHeader(of: try picture("plain.jpg")).uprightSize
        let stored = try ImageHeader(of: try picture("orientation-6.jpg")).size
        #expect(stored.width != stored.height)
        let upright = PixelSize(width: stored.height, height: stored.width)
        #expect(retrieved.images.map(\.measuredSize) == [size, upright, nil, nil, nil])
    }

    @Test(arguments: StoreKind.caches)
    func `The size follows the bytes that are cached for a URL`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind)
        let image = image("a")
        try await test.store.save(anyCachedFeed([image]))
        for name in ["plain.jpg", "orientation-6.jpg"] {
            try await test.store.insert(try picture(name), for: image.url)
            let wanted = try ImageHeader(of: try picture(name)).uprightSize
            #expect(try await test.store.retrieve()?.images.map(\.measuredSize) == [wanted])
        }
        let shown = try #require(try await test.store.retrieve())
        try await test.store.insert(Data("no picture".utf8), for: image.url)
        #expect(try await test.store.retrieve()?.images.map(\.measuredSize) == [nil])
        // The feed on the screen is older than the bytes.
        try await test.store.save(shown)
        #expect(try await test.store.retrieve()?.images.map(\.measuredSize) == [nil])
    }

    @Test(arguments: StoreKind.caches)
    func `A feed keeps the sizes that it is saved with`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind)
        let size = PixelSize(width: 3, height: 4)
        let feed = anyCachedFeed([image("a"), FeedImage(id: UUID(), url: anyImageURL("b"), measuredSize: size)])
        try await test.store.save(feed)
        #expect(try await test.store.retrieve() == feed)
    }

    @Test func `The sizes outlive the program, and a feed that replaces another one has them, too`() async throws {
        let image = image("a")
        let first = ServerCache.onDisk(in: folder.url)
        try await first.save(anyCachedFeed([image]))
        try await first.insert(try picture("plain.jpg"), for: image.url)
        try await first.close()
        let second = ServerCache.onDisk(in: folder.url)
        let size = try #require(try await second.retrieve()?.images.first?.measuredSize)
        try await second.save(anyCachedFeed([uniqueImage(), image]))
        #expect(try await second.retrieve()?.images.map(\.measuredSize) == [nil, size])
        try await second.close()
    }

    @Test func `A feed from the server has the sizes of what is cached, while the URL is the same`() async throws {
        let cache = ServerCache.onDisk(in: folder.url)
        let (same, moved) = (image("same"), image("moved"))
        try await cache.save(CachedFeed(images: [same, moved], loadedAt: Date()))
        for url in [same.url, moved.url] { try await cache.insert(try picture("plain.jpg"), for: url) }
        let elsewhere = FeedImage(id: moved.id, url: anyImageURL("elsewhere"))
        let feed = [uniqueImage(), same, elsewhere] + (4...FeedQuery.defaultLimit).map { _ in uniqueImage() }
        let client = AnsweringClient(body: FeedPayload.encode(feed))
        let now: @Sendable () -> Date = { Date() }
        let (fromRemote, cacheFeed) = (LoadFeedFromRemote(client: client), CacheFeed(store: cache, now: now))
        let loadMore = LoadMoreFeed(address: try anyAddress(), fromRemote, cacheFeed: cacheFeed, now: now)
        let cached = try await LoadFeedFromCache(store: cache, now: now).load()?.images
        let size = try ImageHeader(of: try picture("plain.jpg")).uprightSize
        #expect(cached?.map(\.shownSize) == [size, size])
        let load = CachingFeedLoader(fromRemote, store: cache, cacheFeed: cacheFeed, loadMore: loadMore)
        let loaded = try await load.load()
        #expect(loaded.images.prefix(3).map(\.measuredSize) == [nil, size, nil])
        // A picture cached in the meantime doesn't make the feed another one.
        try await cache.insert(try picture("plain.jpg"), for: elsewhere.url)
        _ = try await loaded.loadMore?()
        #expect(try await cache.status().isFeedWhole)
        try await cache.close()
    }

    private func image(_ name: String) -> FeedImage {
        FeedImage(id: UUID(), url: anyImageURL(name))
    }

    private func picture(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: #filePath).appending(path: "../../Pictures/\(name)").standardizedFileURL)
    }
}

/// Answers each request with the same body.
private struct AnsweringClient: HTTPClient {
    let body: Data

    func load(_ request: DataRequest) async throws -> DataResponse {
        answer(200, body)
    }
}
