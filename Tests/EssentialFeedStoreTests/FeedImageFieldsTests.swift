import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@Suite("Fields of the cached feed's images")
struct FeedImageFieldsTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [
            "UPDATE feed_image SET width = 0", "UPDATE feed_image SET width = -1",
            "UPDATE feed_image SET height = NULL",
            "UPDATE feed_image SET height = 1000001", "UPDATE feed_image SET placeholder = x'00'",
            "UPDATE feed_image SET placeholder = zeroblob(1000000)", "UPDATE feed_image SET created_at = 9e999",
            "UPDATE feed_image SET comment_count = -1", "UPDATE feed_image SET comment_count = 1000000001",
            "UPDATE feed_image SET author = ''", "UPDATE feed_image SET author = hex(zeroblob(1000))",
            "UPDATE feed_image SET alternative = ''", "UPDATE feed_image SET alternative = hex(zeroblob(5000))",
            "UPDATE feed_image_variant SET width = 0 WHERE place = 3",
            "UPDATE feed_image_variant SET height = 9223372036854775807 WHERE place = 3",
            "UPDATE feed_image_variant SET url = 'file:///etc/passwd' WHERE place = 3",
            "UPDATE feed_image_variant SET url = 'https://a.com/' || hex(zeroblob(3000)) WHERE place = 3",
            "UPDATE feed_image_variant SET position = 7", "UPDATE feed_image_variant SET position = -1",
            """
            WITH RECURSIVE places(n) AS (SELECT 4 UNION ALL SELECT n + 1 FROM places WHERE n < 10000)
            INSERT INTO feed_image_variant SELECT 0, n, 'https://a.com/' || n, 4, 3 FROM places
            """,
        ])
    func `B131 A value that no feed has is damage; validating deletes the feed`(sql: String) async throws {
        let cache = ServerCache.onDisk(in: folder.url)
        try await cache.save(anyCachedFeed([detailedImage()]))
        try await cache.close()
        try OtherConnection(database(in: folder)).execute(sql)

        for _ in 0..<2 {
            await #expect(throws: StoreError(.corrupt)) { try await cache.retrieve() }
        }
        try await ValidateFeedCache(store: cache, now: { Date() }).validate()
        #expect(try await cache.retrieve() == nil)
        let feed = anyCachedFeed([detailedImage()])
        try await cache.save(feed)
        #expect(try await cache.retrieve() == feed)
        try await cache.close()
    }

    @Test(
        "If there is no room for all, variants go before the images of the feed, however recently they were used",
        arguments: StoreKind.caches)
    func insertEvictsVariantsBeforeImages(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind, imageLimit: 35)
        let images = [detailedImage(), detailedImage()]
        try await test.store.save(anyCachedFeed(images))
        let urls = images.map(\.url) + images[0].variants.prefix(2).map(\.url)
        for url in urls { try await test.store.insert(Data(count: 10), for: url) }
        #expect(try await test.cached(urls) == [0, 1, 3])
        #expect(try await test.store.status().cachedFeedImageCount == 2)
    }

    private func database(in folder: TemporaryFolder) -> String {
        StoreFolder(in: folder.url, name: StoreFolder.anyName).database
    }
}
