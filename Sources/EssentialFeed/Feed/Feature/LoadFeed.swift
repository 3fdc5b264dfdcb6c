import Foundation

/// Loads the first page of the feed, from a server, from a store, or through another loader.
public protocol FeedLoader: Sendable {
    /// Returns the first page, which can load the next ones.
    /// - Throws: ``RemoteError``, ``LoadFeedError``, or `CancellationError`.
    func load() async throws -> FeedPage
}

/// Loads the feed from the server or, without a usable answer, the saved feed.
public struct LoadFeed: FeedLoader {
    private let remote: any FeedLoader
    private let cached: any FeedLoader

    /// Composes two loaders.
    /// - Parameters:
    ///   - remote: Loads the feed from the server, such as ``CachingFeedLoader``.
    ///   - cached: Loads the cached feed if `remote` throws a ``RemoteError``, such as ``CachedFeedLoader``.
    public init(_ remote: any FeedLoader, else cached: any FeedLoader) {
        self.remote = remote
        self.cached = cached
    }

    /// Loads the feed from the server or, without a usable answer, from the cache.
    /// - Throws: ``LoadFeedError`` if neither the server nor the cache has a feed to show, or `CancellationError`.
    public func load() async throws -> FeedPage {
        do {
            return try await remote.load()
        } catch let error as RemoteError {
            do {
                return try await cached.load().shown(after: error)
            } catch let failure as LoadFeedError {
                throw LoadFeedError(remote: error, cache: failure.cache, address: failure.address)
            }
        }
    }

    /// Loads the saved feed without asking the server.
    /// - Throws: ``LoadFeedError``, or `CancellationError`.
    public func loadCached() async throws -> FeedPage { try await cached.load() }
}

/// Loads the feed from the server and saves it. A cache that can't be read or written doesn't fail the load.
public struct CachingFeedLoader: FeedLoader {
    private let loadFromRemote: LoadFeedFromRemote
    private let store: any FeedStore
    private let cacheFeed: CacheFeed
    private let loadMore: LoadMoreFeed

    /// Adds saving to loading from the server.
    public init(
        _ loadFromRemote: LoadFeedFromRemote, store: any FeedStore, cacheFeed: CacheFeed, loadMore: LoadMoreFeed
    ) {
        self.loadFromRemote = loadFromRemote
        self.store = store
        self.cacheFeed = cacheFeed
        self.loadMore = loadMore
    }

    /// Sends one request and saves the answer.
    /// - Throws: ``RemoteError``, or `CancellationError`.
    public func load() async throws -> FeedPage {
        let cached = try await readableCachedFeed()
        let outcome = try await loadFromRemote.load(loadMore.address.feed(), entityTag: cached?.entityTag)
        // From here on, the cached feed rejects pages requested earlier.
        let generation = loadMore.generation
        let current = generation.advance()
        let feed: CachedFeed
        switch outcome {
        case .feed(let images, let entityTag):
            let savedAt = try await reportingErrors(to: loadMore.report) {
                try await cacheFeed.save(images, entityTag: entityTag) { generation.isCurrent(current) }
            }
            feed = CachedFeed(
                images: cached.map { images.keepingShapes(of: $0.images) } ?? images,
                loadedAt: savedAt ?? loadMore.now(), entityTag: entityTag)
        case .notModified:
            let confirmed = try await confirmed(cached, at: loadMore.now())
            try await reportingErrors(to: loadMore.report) {
                try await cacheFeed.save(whole: confirmed) { generation.isCurrent(current) }
            }
            feed = confirmed
        }
        return loadMore.page(feed, generation: current, origin: .remote)
    }

    /// Returns the cached feed whose entity tag is sent with the request, even if it has expired.
    private func readableCachedFeed() async throws -> CachedFeed? {
        try await reportingErrors(to: loadMore.report) { try await store.retrieve() } ?? nil
    }

    /// Returns the cached feed after the server has confirmed its first page. Drops expired later pages and keeps pages
    /// added during the request.
    private func confirmed(_ cached: CachedFeed?, at now: Date) async throws -> CachedFeed {
        let current = try await readableCachedFeed()
        let pages = (current?.entityTag == cached?.entityTag ? current : cached)?.pages ?? []
        let later = pages.dropFirst().prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        let first = CachedFeedPage(
            images: pages.first?.images ?? [], loadedAt: now, isEnd: pages.first?.isEnd ?? false)
        return CachedFeed(pages: [first] + later, entityTag: cached?.entityTag)
    }
}

/// Loads the saved feed while it is less than seven days old. Sends no request.
public struct CachedFeedLoader: FeedLoader {
    private let loadFromCache: LoadFeedFromCache
    private let loadMore: LoadMoreFeed

    /// Makes a loader of the use case.
    public init(_ loadFromCache: LoadFeedFromCache, loadMore: LoadMoreFeed) {
        self.loadFromCache = loadFromCache
        self.loadMore = loadMore
    }

    /// Delivers the saved feed.
    /// - Throws: ``LoadFeedError`` if there is none, it has expired or can't be read, or `CancellationError`.
    public func load() async throws -> FeedPage {
        // The generation is read before the cached feed: none of its pages can be mistaken for a newer feed's.
        let current = loadMore.generation.current
        let feed: CachedFeed?
        do {
            feed = try await loadFromCache.load()
        } catch {
            try Task.checkCancellation()
            throw LoadFeedError(remote: nil, cache: error, address: loadMore.address)
        }
        try Task.checkCancellation()
        guard let feed else { throw LoadFeedError(remote: nil, address: loadMore.address) }
        return loadMore.page(feed, generation: current, origin: .cache(after: nil))
    }
}
