public import Foundation
import Synchronization

/// The use case "Cache feed": replaces the cached feed in one transaction, so either the old or the new one is cached,
/// even after a crash.
public struct CacheFeed: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    /// Creates the use case without touching the store.
    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Deletes the old feed, timestamps the images and saves them as the first page of the new feed.
    ///
    /// Keeps the cached later pages if they are known to follow the new first page.
    /// - Parameters:
    ///   - images: The images in the order of the feed.
    ///   - entityTag: The entity tag of the server's answer.
    ///   - isWanted: Called in the transaction. If it returns `false`, the store isn't changed.
    /// - Returns: The time that was saved with the feed, or the current time if it wasn't saved.
    /// - Throws: The store's error, in which case the old feed is still cached, or `CancellationError` if the task was
    ///   cancelled before the transaction began.
    @discardableResult
    public func save(
        _ images: [FeedImage], entityTag: String? = nil, ifStill isWanted: @escaping @Sendable () -> Bool = { true }
    ) async throws -> Date {
        let timestamp = Mutex(Date?.none)
        try await replace(ifStill: isWanted) { [now] cached in
            let loadedAt = now()
            timestamp.withLock { $0 = loadedAt }
            return CachedFeed(
                images: images, loadedAt: loadedAt, entityTag: entityTag,
                laterPages: cached?.pages(after: images, at: loadedAt) ?? [])
        }
        return timestamp.withLock { $0 } ?? now()
    }

    /// Saves a feed extended by its next page. Keeps the cached later pages if they are known to follow it.
    func save(appended feed: CachedFeed, ifStill isWanted: @escaping @Sendable () -> Bool) async throws {
        try await replace(ifStill: isWanted) { [now] cached in
            feed.appending(cached?.pages(after: feed.images, at: now()) ?? [])
        }
    }

    func save(whole feed: CachedFeed, ifStill isWanted: @escaping @Sendable () -> Bool) async throws {
        try await replace(readsCached: false, ifStill: isWanted) { _ in feed }
    }

    /// Saves where a feed ends, and drops the cached pages after it.
    func end(with feed: CachedFeed, ifStill isWanted: @escaping @Sendable () -> Bool) async throws {
        let images = feed.images.map(\.unmeasured)
        guard let cached = try await store.retrieve(), cached.images.map(\.unmeasured).starts(with: images),
            cached.images.count > images.count || !cached.isWhole
        else { return }
        try await save(whole: feed, ifStill: isWanted)
    }

    /// Replaces the cached feed in one transaction.
    /// - Parameter makeFeed: Creates the new feed. Receives the cached feed, or `nil` if there is none or `readsCached`
    ///   is `false`.
    private func replace(
        readsCached: Bool = true, ifStill isWanted: @escaping @Sendable () -> Bool,
        by makeFeed: @escaping @Sendable (CachedFeed?) -> CachedFeed
    ) async throws {
        try Task.checkCancellation()
        try await store.transaction { transaction in
            guard isWanted() else { return }
            let cached = readsCached ? Self.cached(in: transaction) : nil
            try transaction.delete()
            try transaction.insert(makeFeed(cached))
        }
    }

    private static func cached(in transaction: any FeedStoreTransaction) -> CachedFeed? {
        do {
            return try transaction.retrieve()
        } catch {
            return nil
        }
    }
}
