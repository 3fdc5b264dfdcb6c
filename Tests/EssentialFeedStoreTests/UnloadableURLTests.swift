import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@Suite("URLs of the cached feed")
struct UnloadableURLTests {
    @Test(
        arguments: [
            "http://127.0.0.1:70000/a.jpg", "http://a:0/", "http://a:99999999999999999999/", "https://user:secret@a/",
            "https://user@a/", "file:///etc/passwd", "a.jpg", "http:///a.jpg", "http://127.0.0.1%00.a/", "",
        ])
    func `B131 A feed with a URL that no feed may have is damaged; validation deletes it`(text: String) async throws {
        let folder = TemporaryFolder()
        let address = try anyAddress()
        let cache = await ServerCache.open(in: folder.url, for: address)
        try await cache.save(anyCachedFeed())
        try await cache.close()
        try OtherConnection(StoreFolder(in: folder.url, for: address).database)
            .execute("UPDATE feed_image SET url = '\(text)' WHERE position = 2")

        for _ in 0..<2 {
            await #expect(throws: StoreError(.corrupt)) { try await cache.retrieve() }
        }
        try await ValidateFeedCache(store: cache, now: { Date() }).validate()
        #expect(try await cache.retrieve() == nil)
        let feed = anyCachedFeed()
        try await cache.save(feed)
        #expect(try await cache.retrieve() == feed)
        try await cache.close()
    }
}
