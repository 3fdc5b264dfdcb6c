public import EssentialFeed
public import EssentialFeedHTTP
public import EssentialFeedStore
public import Foundation
public import HTTPTransport
public import ImagePipeline

/// How a session works with any client and store.
public struct SessionOptions: Sendable {
    /// Returns the current time.
    public let now: @Sendable () -> Date
    /// Receives each error that doesn't make a load fail, on any thread.
    public let report: @Sendable (any Error) -> Void
    /// Whether the cache is kept when the session ends. The demo's cache isn't.
    public var keepsCache = true
    /// The number of images that are saved concurrently.
    public var savingWidth = 1
    /// The priority of images that are loaded only to be saved.
    public var savingPriority = ImagePriority.background

    /// Creates the options of a session that keeps its cache and saves images one at a time.
    public init(now: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void) {
        self.now = now
        self.report = report
    }
}

/// The parameters of a session over the network and the disk, unless a client and a store are given.
public struct SessionContext: Sendable {
    /// The folder with the caches of all servers.
    public let cacheFolder: URL
    /// Proxies and certificates.
    public let network: NetworkSettings
    /// Receives, once per kind and on any thread, each error that prevents writing the cache.
    public let reportCacheError: @Sendable (StoreError) -> Void
    /// How the session works.
    public var options: SessionOptions
    /// The client and the store; `nil` for the network and the disk.
    package var infrastructure: SessionInfrastructure?
    /// The maximum size of the cached images of all servers, in bytes.
    public var imageLimit = ServerCache.defaultImageLimit
    /// Wraps the network's client, for example to log requests.
    public var wrapClient: @Sendable (any PartialHTTPClient) -> any PartialHTTPClient = { $0 }
    /// Receives the bytes of a download so far and the expected number, on any thread.
    public var onProgress: @Sendable (_ received: Int, _ expected: Int?) -> Void = { _, _ in }

    /// Creates the context of a session that keeps its cache and saves images one at a time.
    public init(
        cacheFolder: URL, network: NetworkSettings, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void, reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) {
        self.cacheFolder = cacheFolder
        self.network = network
        self.reportCacheError = reportCacheError
        options = SessionOptions(now: now, report: report)
    }
}

/// The outside world of a session: a client, a store, and what ends and keeps them.
public struct SessionInfrastructure: Sendable {
    /// Loads the feed and the comments.
    public var client: any HTTPClient
    /// Loads image data.
    public var imageClient: any HTTPClient
    /// Keeps the feed and the image data.
    public var cache: any SessionCache
    /// Ends all requests and connections.
    public var disconnect: @Sendable () async throws -> Void = {}
    /// Deletes the expired caches of other servers.
    public var validateUnusedCaches: @Sendable () async throws -> Void = {}

    /// Creates the infrastructure of any client and any stores.
    /// - Parameters:
    ///   - client: Loads the feed, the comments and the image data.
    ///   - feeds: Keeps the feed.
    ///   - images: Keeps the image data. May be the same store.
    public init(client: any HTTPClient, feeds: any FeedStore, images: any FeedImageDataStore) {
        self.init(client: client, imageClient: client, cache: StorePair(feeds: feeds, images: images))
    }

    /// Creates the infrastructure of clients and a cache.
    public init(client: any HTTPClient, imageClient: any HTTPClient, cache: any SessionCache) {
        self.client = client
        self.imageClient = imageClient
        self.cache = cache
    }
}

/// A store of feed and image data that can also tell what it holds.
public protocol SessionCache: FeedStore, FeedImageDataStore {
    /// Returns what the program may currently do with the cache.
    func access() async -> CacheAccess
    /// Returns the contents of the cache in numbers.
    func status() async throws -> CacheStatus
    /// Returns a number that grows whenever images of the cached feed may have left the cache; `nil` if that isn't known.
    func losses() async -> Int?
    /// Returns the facts about the file of a cached image; `nil` without one.
    func savedImage(for url: URL) async throws -> SavedImage?
    /// Changes the limit, in bytes, for all cached images.
    func setImageLimit(_ limit: Int) async throws
    /// Closes the cache at the end of the session.
    func close() async throws
}

extension ServerCache: SessionCache {
    public func losses() -> Int? { lossCount }
}

/// Two stores as one cache, without limits.
struct StorePair: SessionCache {
    let feeds: any FeedStore
    let images: any FeedImageDataStore

    func retrieve() async throws -> CachedFeed? { try await feeds.retrieve() }
    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws {
        try await feeds.transaction(steps)
    }
    func delete(loadedAt: Date?) async throws { try await feeds.delete(loadedAt: loadedAt) }

    func retrieveImageData(for url: URL) async throws -> Data? { try await images.retrieveImageData(for: url) }
    func containsImageData(for url: URL) async throws -> Bool { try await images.containsImageData(for: url) }
    func insert(_ data: Data, for url: URL) async throws { try await images.insert(data, for: url) }
    func deleteImageData(for url: URL) async throws { try await images.deleteImageData(for: url) }

    func access() async -> CacheAccess { .writer }
    func savedImage(for url: URL) async throws -> SavedImage? { nil }
    func setImageLimit(_ limit: Int) async throws {}
    func close() async throws {}
    func losses() async -> Int? { nil }

    /// Counts the images of the cached feed; what else is cached isn't known.
    func status() async throws -> CacheStatus {
        let feed = try await feeds.retrieve()
        let saved = try await images.savedImages(of: feed?.images.map(\.url) ?? []).saved
        var status = CacheStatus(imageLimit: .max, folder: nil)
        (status.feedImageCount, status.loadedAt) = (feed?.images.count, feed?.loadedAt)
        status.isFeedWhole = feed?.isWhole ?? false
        (status.cachedFeedImageCount, status.cachedImageCount) = (saved, saved)
        return status
    }
}

/// A step of validating the caches or ending a session. Its raw value names it in a log.
public enum SessionStep: String, Hashable, Sendable, CaseIterable {
    /// Deletes the cached feed of this server if it has expired or is damaged.
    case validateCache = "validating the cache"
    /// Deletes the caches of other servers that have expired.
    case validateUnusedCaches = "validating the caches of other servers"
    /// Ends all requests and connections.
    case closeConnections = "closing connections"
    /// Deletes a cache that isn't kept.
    case deleteCache = "deleting the cache"
    /// Closes the cache.
    case closeCache = "closing the cache"
}
