public import EssentialFeed
public import Foundation
import Synchronization

/// A store of a test: a feed and image data in memory, with nothing of `EssentialFeedStore`.
public final class InMemoryStore: FeedStore, FeedImageDataStore {
    private let feed = Mutex<CachedFeed?>(nil)
    private let images = Mutex<[URL: Data]>([:])

    public init() {}

    public func retrieve() async throws -> CachedFeed? {
        feed.withLock { $0 }
    }

    public func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws {
        try Task.checkCancellation()
        try feed.withLock { feed in
            let draft = Draft(feed)
            try steps(draft)
            feed = draft.feed
        }
    }

    public func delete(loadedAt: Date?) async throws {
        try Task.checkCancellation()
        let isDeleted = feed.withLock { feed in
            guard loadedAt == nil || feed?.loadedAt == loadedAt else { return false }
            feed = nil
            return true
        }
        if isDeleted { images.withLock { $0 = [:] } }
    }

    public func retrieveImageData(for url: URL) async throws -> Data? {
        try Task.checkCancellation()
        return images.withLock { $0[url] }
    }

    public func insert(_ data: Data, for url: URL) async throws {
        try Task.checkCancellation()
        images.withLock { $0[url] = data }
    }

    public func containsImageData(for url: URL) async throws -> Bool {
        try Task.checkCancellation()
        return images.withLock { $0[url] } != nil
    }

    public func deleteImageData(for url: URL) async throws {
        images.withLock { $0[url] = nil }
    }

    /// The feed as the steps of a transaction leave it.
    private final class Draft: FeedStoreTransaction {
        private(set) var feed: CachedFeed?

        init(_ feed: CachedFeed?) { self.feed = feed }

        func retrieve() -> CachedFeed? { feed }
        func delete() { feed = nil }
        func insert(_ feed: CachedFeed) { self.feed = feed }
    }
}
