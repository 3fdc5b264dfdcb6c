public import Foundation
public import HTTPTransport

/// Loads the first page of the feed from the server and saves it. Without a usable answer, delivers the cached feed if
/// it is valid, or else throws an error.
public struct LoadFeed: Sendable {
    private let address: ServerAddress
    private let store: any FeedStore
    private let loadFromRemote: LoadFeedFromRemote
    private let loadFromCache: LoadFeedFromCache
    private let cacheFeed: CacheFeed
    private let loadMore: LoadMoreFeed
    private let generation = FeedGeneration()
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// Creates the use case without sending a request or touching the store.
    /// - Parameters:
    ///   - address: The server whose feed is loaded.
    ///   - client: The client that sends the requests.
    ///   - store: The store that holds the cached feed.
    ///   - now: Returns the current time.
    ///   - report: Receives each error that doesn't fail the load, from a cache that can't be read or written. Called
    ///     on the executor of the load.
    public init(
        address: ServerAddress, client: any HTTPClient, store: any FeedStore,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.address = address
        self.store = store
        self.now = now
        self.report = report
        loadFromRemote = LoadFeedFromRemote(client: client)
        loadFromCache = LoadFeedFromCache(store: store, now: now)
        cacheFeed = CacheFeed(store: store, now: now)
        loadMore = LoadMoreFeed(
            address: address, loadFromRemote: loadFromRemote, store: store, cacheFeed: cacheFeed,
            generation: generation, now: now, report: report)
    }

    /// Loads the feed from the server or, without a usable answer, from the cache.
    /// - Throws: ``LoadFeedError`` if neither the server nor the cache has a feed to show, or `CancellationError`.
    public func load() async throws -> FeedPage {
        do {
            return try await loadRemote()
        } catch let error as RemoteError {
            return try await loadCached(after: error)
        }
    }

    /// Loads the cached feed without asking the server.
    /// - Throws: ``LoadFeedError``, or `CancellationError`.
    public func loadCached() async throws -> FeedPage {
        try await loadCached(after: nil)
    }

    private func loadRemote() async throws -> FeedPage {
        let cached = try await readableCachedFeed()
        let outcome = try await loadFromRemote.load(address.feed(), entityTag: cached?.entityTag)
        let loadedAt = now()
        // From here on, the cached feed rejects pages that were requested earlier.
        let current = generation.advance()
        let loaded: CachedFeed
        let isNew: Bool
        switch outcome {
        case .feed(let images, let entityTag):
            loaded = CachedFeed(
                images: images.map(LocalFeedImage.init), loadedAt: loadedAt, entityTag: entityTag,
                measuredSizes: cached?.measuredSizes ?? [:])
            isNew = true
        case .notModified:
            loaded = try await confirmed(cached, at: loadedAt)
            isNew = false
        }
        try await saving(reportingTo: report) {
            try await cacheFeed.save(loaded, keepsLaterPages: isNew) { [generation] in generation.isCurrent(current) }
        }
        return loadMore.page(loaded, generation: current, origin: .remote)
    }

    /// Returns the cached feed whose entity tag is sent with the request, even if it has expired.
    private func readableCachedFeed() async throws -> CachedFeed? {
        do {
            return try await store.retrieve()
        } catch {
            try Task.checkCancellation()
            report(error)
            return nil
        }
    }

    /// Returns the cached feed after the server has confirmed its first page. Drops expired later pages and keeps pages
    /// that were added during the request.
    private func confirmed(_ cached: CachedFeed?, at now: Date) async throws -> CachedFeed {
        let current = try await readableCachedFeed()
        let pages = (current?.entityTag == cached?.entityTag ? current : cached)?.pages ?? []
        let later = pages.dropFirst().prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        return CachedFeed(
            images: pages.first?.images ?? [], loadedAt: now, entityTag: cached?.entityTag, laterPages: Array(later),
            measuredSizes: current?.measuredSizes ?? [:])
    }

    private func loadCached(after remoteError: RemoteError?) async throws -> FeedPage {
        // The generation is read before the cached feed, so that none of its pages can be taken for a newer feed's.
        let current = generation.current
        let cached: CachedFeed?
        do {
            cached = try await loadFromCache.load()
        } catch {
            try Task.checkCancellation()
            throw LoadFeedError(remote: remoteError, cache: error, address: address)
        }
        try Task.checkCancellation()
        guard let cached else { throw LoadFeedError(remote: remoteError, address: address) }
        return loadMore.page(cached, generation: current, origin: .cache(after: remoteError))
    }
}
