public import Foundation

/// The use case "Cache feed": replaces the saved feed, in one transaction, so that the old or the new one is there
/// whatever happens (B061).
public struct CacheFeed: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    /// Touches the store not at all (B060).
    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// - Parameters:
    ///   - loadedAt: when the feed's first page was loaded; now, where nothing is given (B062, B162).
    ///   - validator: the entity tag of the first page (N006).
    ///   - isWanted: asked once the transaction has begun; `false` leaves the store as it is (B164).
    /// - Throws: the store's error, the old feed being still there (B063, B064), or `CancellationError` when the
    ///   caller had gone before it began (B066).
    public func execute(
        _ images: [FeedImage], loadedAt: Date? = nil, validator: String? = nil,
        ifStill isWanted: @escaping @Sendable () -> Bool = { true }
    ) async throws {
        try Task.checkCancellation()
        let now = now
        try await store.transaction { transaction in
            guard isWanted() else { return }
            try transaction.delete()
            let encoded = images.map(LocalFeedImage.init)
            let timestamp = loadedAt ?? now()
            try transaction.insert(CachedFeed(images: encoded, timestamp: timestamp, validator: validator))
        }
    }
}
