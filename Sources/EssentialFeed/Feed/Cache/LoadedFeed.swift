import Foundation

/// The feed as loaded so far, with what saving and continuing it takes.
struct LoadedFeed: Sendable {
    /// The first page, and those behind it. There is always a first one.
    private(set) var pages: [CachedFeedPage]
    /// The entity tag of the first page.
    let entityTag: String?
    let generation: Int

    init(pages: [CachedFeedPage], entityTag: String?, generation: Int) {
        precondition(!pages.isEmpty, "a feed has a first page")
        self.pages = pages
        self.entityTag = entityTag
        self.generation = generation
    }

    var images: [FeedImage] { pages.flatMap { $0.images.map(\.model) } }
    /// When the first page was loaded.
    var loadedAt: Date { pages[0].loadedAt }

    func appending(_ more: [FeedImage], loadedAt: Date) -> LoadedFeed {
        var feed = self
        feed.pages.append(CachedFeedPage(images: more.map(LocalFeedImage.init), loadedAt: loadedAt))
        return feed
    }

    /// The feed as it is saved, with what of the saved one is known to follow it.
    func cached(followedBy laterPages: [CachedFeedPage] = []) -> CachedFeed {
        CachedFeed(
            images: pages[0].images, loadedAt: loadedAt, entityTag: entityTag,
            laterPages: Array(pages.dropFirst()) + laterPages)
    }
}

extension CacheFeed {
    /// Saves the feed unless a newer one has been loaded (B164).
    func execute(_ feed: LoadedFeed, keepsLaterPages: Bool, generation: FeedGeneration) async throws {
        try await execute(feed, keepsLaterPages: keepsLaterPages) { generation.isCurrent(feed.generation) }
    }
}
