public import Foundation

/// The use case "Validate feed cache": deletes a saved feed that cannot be read or has expired, keeps any other.
public struct ValidateFeedCache: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// - Throws: the store's error when a deletion fails (B085, B087), or `CancellationError`, having deleted nothing
    ///   (B089). That a feed cannot be retrieved is no error here once it is deleted (B086).
    public func execute() async throws {
        try Task.checkCancellation()
        let cached: CachedFeed?
        do {
            cached = try await store.retrieve()
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            return try await store.delete()
        }
        guard let cached, !FeedCachePolicy.isValid(cached.timestamp, at: now()) else { return }
        try Task.checkCancellation()
        try await store.delete(savedAt: cached.timestamp)
    }
}
