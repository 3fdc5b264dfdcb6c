public import Foundation

/// The use case "Validate feed cache": deletes a saved feed that is damaged or has expired, and pages behind it that have;
/// keeps any other.
public struct ValidateFeedCache: Sendable {
    /// The saved feed lies ahead of now, further than clocks differ: this machine's clock went back, or it was ahead when
    /// the feed was saved. The feed counts as expired (N004), and is kept until it is loaded anew or deleted.
    public struct SavedAheadOfNow: Error, Hashable {
        /// When the first page was loaded, by the clock of then.
        public let loadedAt: Date

        public init(loadedAt: Date) {
            self.loadedAt = loadedAt
        }
    }

    private let store: any FeedStore
    private let now: @Sendable () -> Date

    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// - Throws: the store's error when a deletion fails (B085, B087), or when the feed cannot be retrieved for another
    ///   reason than damage, having deleted nothing (B080); ``SavedAheadOfNow``, or `CancellationError`, having deleted
    ///   nothing (B089). That a feed is damaged is no error here once it is deleted (B086).
    public func execute() async throws {
        try Task.checkCancellation()
        let cached: CachedFeed?
        do {
            cached = try await store.retrieve()
        } catch {
            try Task.checkCancellation()
            guard let error = error as? any FeedStoreError, error.isDamage else { throw error }
            return try await store.delete()
        }
        try Task.checkCancellation()
        guard let cached else { return }
        let now = now()
        guard FeedCachePolicy.isValid(cached.loadedAt, at: now) else {
            guard !FeedCachePolicy.isAhead(cached.loadedAt, of: now) else {
                throw SavedAheadOfNow(loadedAt: cached.loadedAt)
            }
            return try await store.delete(loadedAt: cached.loadedAt)
        }
        let valid = cached.validPages(at: now)
        if valid.count < cached.pages.count { try await keep(valid, of: cached) }
    }

    /// Leaves the feed as it is when it has become another meanwhile.
    private func keep(_ pages: [CachedFeedPage], of cached: CachedFeed) async throws {
        let rest = CachedFeed(
            images: pages[0].images, loadedAt: pages[0].loadedAt, entityTag: cached.entityTag,
            laterPages: Array(pages.dropFirst()))
        try await store.transaction { transaction in
            guard try transaction.retrieve() == cached else { return }
            try transaction.delete()
            try transaction.insert(rest)
        }
    }
}
