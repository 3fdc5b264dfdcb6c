public import Foundation

/// The use case "Load feed from cache": delivers the cached feed while it is less than seven days old, up to the first
/// page that has expired.
///
/// It writes and deletes nothing, whatever it finds.
public struct LoadFeedFromCache: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    /// Creates the use case without touching the store.
    /// - Parameters:
    ///   - store: The store that holds the feed.
    ///   - now: Returns the current time.
    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Returns the valid part of the cached feed, or `nil` if there is no feed or it has expired.
    /// - Throws: The store's error.
    public func load() async throws -> CachedFeed? {
        try await store.retrieve()?.valid(at: now())
    }
}
