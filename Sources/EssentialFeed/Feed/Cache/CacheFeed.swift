public import Foundation

/// The use case "Cache feed": replaces the cached feed in one transaction, so that either the old or the new one is
/// cached, even after a crash.
public struct CacheFeed: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    /// Creates the use case without touching the store.
    /// - Parameters:
    ///   - store: The store that the feed is saved to.
    ///   - now: Returns the current time.
    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Saves the images as the only page of the cached feed.
    /// - Parameters:
    ///   - images: The images in the order of the feed.
    ///   - loadedAt: When the images were loaded from the server; now, by default.
    ///   - entityTag: The entity tag of the server's answer.
    ///   - isWanted: Called once the transaction has begun. If it returns `false`, the store isn't changed.
    /// - Throws: The store's error, in which case the old feed is still cached, or `CancellationError` if the task was
    ///   cancelled before the transaction began.
    public func save(
        _ images: [FeedImage], loadedAt: Date? = nil, entityTag: String? = nil,
        ifStill isWanted: @escaping @Sendable () -> Bool = { true }
    ) async throws {
        let now = now
        try await replace(ifStill: isWanted) { _ in
            CachedFeed(images: images.map(LocalFeedImage.init), loadedAt: loadedAt ?? now(), entityTag: entityTag)
        }
    }

    /// Saves a feed with the load times of its pages.
    /// - Parameter keepsLaterPages: Whether cached pages that follow the feed stay cached.
    func save(
        _ feed: CachedFeed, keepsLaterPages: Bool, ifStill isWanted: @escaping @Sendable () -> Bool
    ) async throws {
        let now = now
        try await replace(readsCached: keepsLaterPages, ifStill: isWanted) { cached in
            feed.appending(cached?.pages(behind: feed.images, at: now()) ?? [])
        }
    }

    /// Replaces the cached feed in one transaction.
    /// - Parameter makeFeed: Creates the new feed from the cached one, if `readsCached` is set.
    private func replace(
        readsCached: Bool = false, ifStill isWanted: @escaping @Sendable () -> Bool,
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

    /// Returns the cached feed, or `nil` if there is none or it can't be read. An unreadable feed is replaced as a
    /// whole.
    private static func cached(in transaction: any FeedStoreTransaction) -> CachedFeed? {
        do {
            return try transaction.retrieve()
        } catch {
            return nil
        }
    }
}
