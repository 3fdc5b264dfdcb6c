public import Foundation

/// The use case "Load feed from cache": delivers the saved feed while it is less than seven days old.
///
/// It only asks: it deletes and writes nothing, whatever it finds (B076).
public struct LoadFeedFromCache: Sendable {
    /// A saved feed that may still be shown.
    public struct SavedFeed: Hashable, Sendable {
        public let images: [FeedImage]
        /// When its first page was loaded.
        public let savedAt: Date
        /// The entity tag of its first page (N006).
        public let validator: String?

        public init(images: [FeedImage], savedAt: Date, validator: String? = nil) {
            self.images = images
            self.savedAt = savedAt
            self.validator = validator
        }
    }

    private let store: any FeedStore
    private let now: @Sendable () -> Date

    public init(store: any FeedStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// - Returns: the saved feed, or `nil` when there is none (B072) or it has expired (B074, B075).
    /// - Throws: the store's error (B071).
    public func execute() async throws -> SavedFeed? {
        guard let cached = try await store.retrieve(), FeedCachePolicy.isValid(cached.timestamp, at: now()) else {
            return nil
        }
        return SavedFeed(
            images: cached.images.map(\.model), savedAt: cached.timestamp, validator: cached.validator)
    }
}
