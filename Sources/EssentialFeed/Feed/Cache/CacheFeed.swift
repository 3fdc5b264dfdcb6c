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
    ///   - entityTag: the entity tag of the first page (N006).
    ///   - isWanted: asked once the transaction has begun; `false` leaves the store as it is (B164).
    /// - Throws: the store's error, the old feed being still there (B063, B064), or `CancellationError` when the
    ///   caller had gone before it began (B066).
    public func execute(
        _ images: [FeedImage], loadedAt: Date? = nil, entityTag: String? = nil,
        ifStill isWanted: @escaping @Sendable () -> Bool = { true }
    ) async throws {
        let now = now
        try await replace(ifStill: isWanted) { _ in
            let encoded = images.map(LocalFeedImage.init)
            return CachedFeed(images: encoded, loadedAt: loadedAt ?? now(), entityTag: entityTag)
        }
    }

    /// Saves a feed with the times at which its pages were loaded.
    /// - Parameter keepsLaterPages: whether what of the saved feed is known to follow these pages stays behind them.
    func execute(
        _ feed: LoadedFeed, keepsLaterPages: Bool, ifStill isWanted: @escaping @Sendable () -> Bool
    ) async throws {
        let now = now
        try await replace(readsSaved: keepsLaterPages, ifStill: isWanted) { saved in
            feed.cached(followedBy: saved?.pages(behind: feed.pages.flatMap(\.images), at: now()) ?? [])
        }
    }

    /// - Parameter makeFeed: makes the new feed of the saved one, where that is read.
    private func replace(
        readsSaved: Bool = false, ifStill isWanted: @escaping @Sendable () -> Bool,
        by makeFeed: @escaping @Sendable (CachedFeed?) -> CachedFeed
    ) async throws {
        try Task.checkCancellation()
        try await store.transaction { transaction in
            guard isWanted() else { return }
            let saved = readsSaved ? Self.saved(in: transaction) : nil
            try transaction.delete()
            try transaction.insert(makeFeed(saved))
        }
    }

    /// A feed that cannot be read is replaced as a whole: nothing follows from it.
    private static func saved(in transaction: any FeedStoreTransaction) -> CachedFeed? {
        do {
            return try transaction.retrieve()
        } catch {
            return nil
        }
    }
}
