public import Foundation

/// The use case "Load feed from cache": delivers the saved feed while it is less than seven days old, up to the first page
/// that is older.
///
/// It only asks: it deletes and writes nothing, whatever it finds (B076).
public struct LoadFeedFromCache: Sendable {
    /// A saved feed that may still be shown.
    public struct SavedFeed: Hashable, Sendable {
        /// Its images, up to the first page that has expired.
        public let images: [FeedImage]
        /// When its first page was loaded. The pages behind it may have been loaded earlier, less than seven days ago.
        public let loadedAt: Date
        /// The entity tag of its first page (N006).
        public let entityTag: String?
        let pages: [CachedFeedPage]

        public init(images: [FeedImage], loadedAt: Date, entityTag: String? = nil) {
            self.images = images
            self.loadedAt = loadedAt
            self.entityTag = entityTag
            pages = [CachedFeedPage(images: images.map(LocalFeedImage.init), loadedAt: loadedAt)]
        }

        /// `nil` without a first page.
        init?(_ pages: [CachedFeedPage], entityTag: String?) {
            guard let first = pages.first else { return nil }
            images = pages.flatMap { $0.images.map(\.model) }
            loadedAt = first.loadedAt
            self.entityTag = entityTag
            self.pages = pages
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
        guard let cached = try await store.retrieve() else { return nil }
        return SavedFeed(cached.validPages(at: now()), entityTag: cached.entityTag)
    }
}
