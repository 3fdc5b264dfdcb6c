public import EssentialFeed
public import EssentialFeedStore
public import Foundation

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
