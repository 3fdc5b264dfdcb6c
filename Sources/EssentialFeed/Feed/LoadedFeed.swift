import Foundation

/// The feed as loaded so far, with what saving and continuing it takes.
struct LoadedFeed: Sendable {
    var images: [FeedImage]
    /// When the first page was loaded.
    let loadedAt: Date
    /// The entity tag of the first page.
    let validator: String?
    let generation: Int

    func appending(_ more: [FeedImage]) -> LoadedFeed {
        var feed = self
        feed.images += more
        return feed
    }
}

extension CacheFeed {
    /// Saves the feed unless a newer one has been loaded (B164).
    func execute(_ feed: LoadedFeed, generation: FeedGeneration) async throws {
        try await execute(feed.images, loadedAt: feed.loadedAt, validator: feed.validator) {
            generation.isCurrent(feed.generation)
        }
    }
}
