public import Foundation

/// The use case "Validate feed cache": deletes a cached feed that is damaged or has expired, and expired later pages.
public struct ValidateFeedCache: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    /// Creates the use case without touching the store.
    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Deletes the cached feed or its later pages if they must no longer be shown.
    ///
    /// Deleting a damaged feed isn't an error.
    /// - Throws: The store's error if a deletion fails, or if the feed can't be retrieved for a reason other than
    ///   damage; ``FeedCacheClockError``; or `CancellationError`. If it throws, nothing has been deleted.
    public func validate() async throws {
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
        guard let valid = cached.valid(at: now) else {
            guard !FeedCachePolicy.isAhead(cached.loadedAt, of: now) else {
                throw FeedCacheClockError(loadedAt: cached.loadedAt)
            }
            return try await store.delete(loadedAt: cached.loadedAt)
        }
        if valid.pages.count < cached.pages.count { try await replace(cached, with: valid) }
    }

    private func replace(_ cached: CachedFeed, with valid: CachedFeed) async throws {
        try await store.transaction { transaction in
            guard try transaction.retrieve() == cached else { return }
            try transaction.delete()
            try transaction.insert(valid)
        }
    }
}

/// The cached feed's load time is further in the future than clocks may differ: the clock of this computer has been set
/// back, or was ahead when the feed was loaded. The feed counts as expired but stays cached until it is replaced or
/// deleted.
public struct FeedCacheClockError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// When the first page was loaded, by the computer's clock.
    public let loadedAt: Date

    /// Creates the error for a feed that was loaded at a time.
    public init(loadedAt: Date) { self.loadedAt = loadedAt }

    public var description: String {
        "the feed was saved in the future, at \(loadedAt.formatted(.iso8601)); check the clock of this computer"
    }
    public var errorDescription: String? { description }
}

extension TimeInterval {
    /// How much the clocks of two machines, or one clock before and after it was set, may differ, in seconds.
    static let clockTolerance: TimeInterval = 300
}
