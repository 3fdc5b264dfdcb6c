import Foundation

/// Loads the page after a loaded feed and yields both as one (B160–B164).
struct LoadMoreFeed: Sendable {
    let address: ServerAddress
    let loadFromRemote: LoadFeedFromRemote
    let store: any FeedStore
    let cacheFeed: CacheFeed
    let generation: FeedGeneration
    let now: @Sendable () -> Date
    let report: @Sendable (any Error) -> Void

    /// The feed as a page, with the action that loads more iff the feed has an image to go on from (B160) and the end
    /// has not been seen.
    func page(_ feed: LoadedFeed, origin: FeedOrigin, isEnd: Bool = false) -> FeedPage {
        let loadMore: FeedPage.LoadMore? =
            if !isEnd, let last = feed.images.last {
                { try await execute(after: last.id, of: feed, origin: origin) }
            } else {
                nil
            }
        return FeedPage(images: feed.images, origin: origin, loadedAt: feed.loadedAt, loadMore: loadMore)
    }

    private func execute(after cursor: UUID, of feed: LoadedFeed, origin: FeedOrigin) async throws -> FeedPage {
        guard case .feed(let next, _) = try await loadFromRemote.execute(address.feed(after: cursor)) else {
            throw RemoteError.invalidData(.status(304))
        }
        let loadedAt = now()
        guard generation.isCurrent(feed.generation) else { throw CancellationError() }
        // The server answered, so nobody is offline any more; what was saved is no newer for it (N002).
        let origin = origin.isRemote ? origin : .cache(after: nil)
        let known = Set(feed.images.map(\.id))
        let unknown = next.filter { !known.contains($0.id) }
        guard !unknown.isEmpty else {
            try await saving(reportingTo: report) { try await endSavedFeed(with: feed) }
            guard generation.isCurrent(feed.generation) else { throw CancellationError() }
            return page(feed, origin: origin, isEnd: true)
        }

        let merged = feed.appending(unknown, loadedAt: loadedAt)
        try await saving(reportingTo: report) {
            try await cacheFeed.execute(merged, keepsLaterPages: true, generation: generation)
        }
        guard generation.isCurrent(feed.generation) else { throw CancellationError() }
        return page(merged, origin: origin)
    }

    /// Nothing follows the feed: pages that were kept behind it are no part of it any more.
    private func endSavedFeed(with feed: LoadedFeed) async throws {
        let images = feed.pages.flatMap(\.images)
        guard let saved = try await store.retrieve()?.images, saved.count > images.count, saved.starts(with: images)
        else { return }
        try await cacheFeed.execute(feed, keepsLaterPages: false, generation: generation)
    }
}
