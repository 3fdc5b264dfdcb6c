import EssentialFeed
import Foundation
import HTTPTransport

/// Reads the content of one server's cache. All calls run on its ``CacheStorage``'s thread.
protocol CacheContent: AnyObject {
    func feed() throws -> CachedFeed?
    /// Returns the cached image. Bytes that don't match their digest count as a cache miss.
    func image(for url: URL) throws -> CachedImageData?
    /// Returns the freshness of the cached image without reading its bytes.
    func freshness(for url: URL) throws -> Freshness?
    func partialDownload(for url: URL) throws -> PartialDownload?
    func status() throws -> CacheStatus
}

/// Reads and changes the content of one server's cache.
protocol MutableCacheContent: CacheContent {
    /// Runs the steps on the feed. If a step throws, none of them takes effect.
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws
    /// - Parameter facts: The facts derived from the bytes. The caller computes them, because that takes time.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/imageTooLarge(limit:)``. In that case, an earlier image is
    ///   kept.
    func insert(_ image: CachedImageData, _ facts: ImageFacts, for url: URL) throws
    /// Replaces the image's freshness if the entity tag and modification date are unchanged.
    func renew(_ freshness: Freshness, for url: URL) throws
    func removeImage(for url: URL) throws
    func insert(_ partial: PartialDownload) throws
    func removePartialDownload(for url: URL) throws
}
