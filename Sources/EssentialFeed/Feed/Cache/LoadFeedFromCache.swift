public import Foundation

/// The use case "Load feed from cache": delivers the cached feed while it is less than seven days old, up to the first
/// expired page.
///
/// It never writes or deletes anything.
public struct LoadFeedFromCache: Sendable {
    private let store: any FeedStore
    private let now: @Sendable () -> Date

    /// Creates the use case without touching the store.
    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Retrieves the cached feed and validates its age.
    /// - Returns: The valid part of the feed; `nil` if no feed is cached or it has expired.
    /// - Throws: The store's error.
    public func load() async throws -> CachedFeed? { try await store.retrieve()?.valid(at: now()) }
}
