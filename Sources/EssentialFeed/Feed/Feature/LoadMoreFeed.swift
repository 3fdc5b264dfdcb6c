import Foundation

/// Loads the page after a loaded feed and delivers both as one.
struct LoadMoreFeed: Sendable {
    let address: ServerAddress
    let loadFromRemote: LoadFeedFromRemote
    let store: any FeedStore
    let cacheFeed: CacheFeed
    let generation: FeedGeneration
    let now: @Sendable () -> Date
    let report: @Sendable (any Error) -> Void

    /// Returns the feed as a page. The page can load more if the feed has an image to continue after and the end of the
    /// feed hasn't been reached.
    /// - Parameter current: The generation of the feed.
    func page(_ feed: CachedFeed, generation current: Int, origin: FeedOrigin, isEnd: Bool = false) -> FeedPage {
        let images = feed.feedImages
        let loadMore: FeedPage.LoadMore? =
            if !isEnd, let last = images.last {
                { try await load(after: last.id, of: feed, generation: current, origin: origin) }
            } else {
                nil
            }
        return FeedPage(images: images, origin: origin, loadedAt: feed.loadedAt, loadMore: loadMore)
    }

    private func load(
        after cursor: UUID, of feed: CachedFeed, generation current: Int, origin: FeedOrigin
    ) async throws -> FeedPage {
        guard case .feed(let next, _) = try await loadFromRemote.load(address.feed(after: cursor)) else {
            throw RemoteError.invalidData(.status(304))
        }
        let loadedAt = now()
        guard generation.isCurrent(current) else { throw CancellationError() }
        // The server has answered, so the screen isn't offline any more, but the cached pages are as old as before.
        let origin = origin.isRemote ? origin : .cache(after: nil)
        let known = Set(feed.images.map(\.id))
        let unknown = next.filter { !known.contains($0.id) }
        guard !unknown.isEmpty else {
            try await saving(reportingTo: report) { try await endCachedFeed(with: feed, generation: current) }
            guard generation.isCurrent(current) else { throw CancellationError() }
            return page(feed, generation: current, origin: origin, isEnd: true)
        }

        let merged = feed.appending([CachedFeedPage(images: unknown.map(LocalFeedImage.init), loadedAt: loadedAt)])
        try await saving(reportingTo: report) {
            try await cacheFeed.save(merged, keepsLaterPages: true) { generation.isCurrent(current) }
        }
        guard generation.isCurrent(current) else { throw CancellationError() }
        return page(merged, generation: current, origin: origin)
    }

    /// Drops the cached pages behind the feed, because the feed ends here now.
    private func endCachedFeed(with feed: CachedFeed, generation current: Int) async throws {
        let images = feed.images
        guard let cached = try await store.retrieve()?.images, cached.count > images.count, cached.starts(with: images)
        else { return }
        try await cacheFeed.save(feed, keepsLaterPages: false) { generation.isCurrent(current) }
    }
}
