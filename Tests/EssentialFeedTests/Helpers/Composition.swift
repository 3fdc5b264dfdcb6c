import EssentialFeed
import Foundation
import HTTPTransport

// The use cases put together as programs do, over a client and a store.

extension LoadFeed {
    init(
        address: ServerAddress, client: any HTTPClient, store: any FeedStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let fromRemote = LoadFeedFromRemote(client: client)
        let cacheFeed = CacheFeed(store: store, now: now)
        let loadMore = LoadMoreFeed(address: address, fromRemote, cacheFeed: cacheFeed, now: now, report: report)
        self.init(
            remote: CachingFeedLoader(fromRemote, store: store, cacheFeed: cacheFeed, loadMore: loadMore),
            saved: SavedFeedLoader(LoadFeedFromCache(store: store, now: now), loadMore: loadMore))
    }
}

extension RevalidateFeedImageData {
    init(
        client: any HTTPClient, store: any FeedImageDataStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.init(
            LoadFeedImageDataFromCache(store: store), from: LoadFeedImageDataFromRemote(client: client, now: now),
            cachingIn: CacheFeedImageData(store: store), now: now, report: report)
    }
}

extension LoadFeedImageData {
    init(
        client: any HTTPClient, store: any FeedImageDataStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.init(
            LoadFeedImageDataFromCache(store: store),
            else: DownloadFeedImageData(
                LoadFeedImageDataFromRemote(client: client, now: now), cachingIn: CacheFeedImageData(store: store),
                report: report),
            revalidating: RevalidateFeedImageData(client: client, store: store, now: now, report: report),
            now: now, report: report)
    }
}
