public import EssentialFeed
public import EssentialFeedStore
public import Foundation
public import HTTPTransport

/// The outside world of a session: a client, a store, and how they are closed and kept.
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

    /// Creates the infrastructure of any client and any stores, which may be the same.
    public init(client: any HTTPClient, feeds: any FeedStore, images: any FeedImageDataStore) {
        self.init(client: client, imageClient: client, cache: StorePair(feeds: feeds, images: images))
    }

    /// Creates the infrastructure of clients and a cache.
    public init(client: any HTTPClient, imageClient: any HTTPClient, cache: any SessionCache) {
        (self.client, self.imageClient, self.cache) = (client, imageClient, cache)
    }
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

    /// Counts the images of the cached feed. Other cached images are unknown.
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

/// A store of feed and image data that can also tell what it holds.
public protocol SessionCache: FeedStore, FeedImageDataStore {
    /// Returns what the program may currently do with the cache.
    func access() async -> CacheAccess
    /// Returns the contents of the cache in numbers.
    func status() async throws -> CacheStatus
    /// Returns a number that grows whenever images of the cached feed may have left the cache; `nil` if unknown.
    func losses() async -> Int?
    /// Returns the facts about the file of a cached image; `nil` without one.
    func savedImage(for url: URL) async throws -> SavedImage?
    /// Changes the limit, in bytes, for all cached images.
    func setImageLimit(_ limit: Int) async throws
    /// Closes the cache at the end of the session.
    func close() async throws
}
