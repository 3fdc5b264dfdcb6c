import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite struct LoadFeedFromCacheTests {
    private let time = TestTime()

    @Test func `B071 B076 If the retrieval fails, the load throws its error, without a side effect`() async {
        let saved = cached(uniqueFeed(), at: time.value)
        let store = FeedStoreSpy(saved, failing: [.retrieve])

        await #expect(throws: FeedStoreSpy.Failed(at: .retrieve)) {
            try await LoadFeedFromCache(store: store, now: time.now).load()
        }
        #expect(store.steps == [.retrieve])
        #expect(store.cached == saved)
    }

    @Test func `B072 B076 Without a cached feed the load delivers none, without error or side effect`() async throws {
        #expect(try await load(nil) == nil)
    }

    @Test func `B072 A saved empty feed is an empty list`() async throws {
        let saved = CachedFeed(images: [], loadedAt: time.value)

        #expect(try await load(saved) == CachedFeed(images: [], loadedAt: time.value))
    }

    @Test func `B070 B073 B076 A feed of seven days less a second is delivered, with no side effect`() async throws {
        let feed = uniqueFeed()
        let loadedAt = time.value - 604_799

        let loaded = try await load(cached(feed, at: loadedAt, entityTag: "\"a\""))

        #expect(loaded == CachedFeed(images: feed, loadedAt: loadedAt, entityTag: "\"a\""))
    }

    @Test(arguments: [604_800, 604_801] as [TimeInterval])
    func `B074 B075 B076 A feed saved seven days ago or earlier isn't delivered`(age: TimeInterval) async throws {
        #expect(try await load(cached(uniqueFeed(), at: time.value - age)) == nil)
    }

    @Test func `A feed saved up to five minutes ahead of now is delivered, one further ahead is not`() async throws {
        #expect(try await load(cached(uniqueFeed(), at: time.value + 300)) != nil)
        #expect(try await load(cached(uniqueFeed(), at: time.value + 301)) == nil)
    }

    /// Loads the feed, and expects one retrieval and nothing else.
    private func load(_ saved: CachedFeed?) async throws -> CachedFeed? {
        let store = FeedStoreSpy(saved)
        let feed = try await LoadFeedFromCache(store: store, now: time.now).load()
        #expect(store.steps == [.retrieve])
        #expect(store.cached == saved)
        return feed
    }
}
