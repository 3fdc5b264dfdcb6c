public import Foundation
import Synchronization

/// The use case "Load more feed": loads the page after a loaded feed and delivers both as one, saved together.
///
/// The loaders of a server's feed share one instance: it counts the received first pages, and drops later pages
/// requested before the newest one.
public struct LoadMoreFeed: Sendable {
    let address: ServerAddress
    let generation = FeedGeneration()
    let now: @Sendable () -> Date
    let report: @Sendable (any Error) -> Void
    private let loadFromRemote: LoadFeedFromRemote
    private let cacheFeed: CacheFeed

    /// Creates the use case without sending a request or touching the store.
    /// - Parameters:
    ///   - address: The server whose feed is loaded.
    ///   - loadFromRemote: Loads a page.
    ///   - cacheFeed: Saves the longer feed.
    ///   - now: Returns the current time.
    ///   - report: Receives each error that doesn't fail a load, from an unreadable or unwritable cache. Called on the
    ///     executor of the load.
    public init(
        address: ServerAddress, _ loadFromRemote: LoadFeedFromRemote, cacheFeed: CacheFeed,
        now: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.address = address
        self.loadFromRemote = loadFromRemote
        self.cacheFeed = cacheFeed
        self.now = now
        self.report = report
    }

    /// Returns the feed as a page. The page can load more if the feed has an image to continue after and the end of the
    /// feed hasn't been reached.
    func page(_ feed: CachedFeed, generation current: Int, origin: FeedOrigin, isEnd: Bool = false) -> FeedPage {
        let images = feed.images
        let loadMore: FeedPage.LoadMore? =
            if !isEnd, let last = images.last {
                { try await load(after: last.id, of: feed, generation: current, origin: origin) }
            } else {
                nil
            }
        return FeedPage(
            images: images, origin: origin, loadedAt: feed.loadedAt, isWhole: feed.isWhole, loadMore: loadMore)
    }

    private func load(
        after cursor: UUID, of feed: CachedFeed, generation current: Int, origin: FeedOrigin
    ) async throws -> FeedPage {
        guard case .feed(let next, _) = try await loadFromRemote.load(address.feed(after: cursor)) else {
            throw RemoteError.invalidData(.status(304))
        }
        let loadedAt = now()
        guard generation.isCurrent(current) else { throw CancellationError() }
        let isCurrent: @Sendable () -> Bool = { [generation] in generation.isCurrent(current) }
        // The server has answered, so the screen isn't offline any more, but the cached pages are as old as before.
        let origin = origin.isRemote ? origin : .cache(after: nil)
        let known = Set(feed.images.map(\.id))
        let unknown = next.filter { !known.contains($0.id) }
        let isEnd = unknown.isEmpty
        let more = CachedFeedPage(images: unknown, loadedAt: loadedAt, isEnd: next.count < FeedQuery.defaultLimit)
        let longer = isEnd ? feed.ended() : feed.appending([more])
        try await reportingErrors(to: report) {
            if isEnd {
                try await cacheFeed.end(with: longer, ifStill: isCurrent)
            } else {
                try await cacheFeed.save(appended: longer, ifStill: isCurrent)
            }
        }
        guard generation.isCurrent(current) else { throw CancellationError() }
        return page(longer, generation: current, origin: origin, isEnd: isEnd)
    }
}

/// Counts the first pages received from a server. The count identifies and drops later pages requested before the
/// newest first page arrived.
final class FeedGeneration: Sendable {
    private let count = Mutex(0)

    var current: Int { count.withLock { $0 } }

    func advance() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    func isCurrent(_ generation: Int) -> Bool { current == generation }
}
