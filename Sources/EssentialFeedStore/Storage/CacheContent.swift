import EssentialFeed
import Foundation
import HTTPTransport

/// The content of one server's cache, to be read. Every call runs on the thread of its ``CacheStorage``.
protocol CacheContent: AnyObject {
    func feed() throws -> CachedFeed?
    /// Returns the cached image; bytes that don't match their digest count as not cached.
    func image(for url: URL) throws -> CachedImageData?
    /// Returns the freshness of the cached image without reading its bytes.
    func freshness(for url: URL) throws -> Freshness?
    func partialDownload(for url: URL) throws -> PartialDownload?
    func status() throws -> CacheStatus
}

/// The content of one server's cache, to be read and changed.
protocol MutableCacheContent: CacheContent {
    /// Runs the steps on the feed: all of them take effect, or, if one throws, none.
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws
    /// - Parameter facts: What the bytes say about themselves, found before, because it takes time.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/imageTooLarge(limit:)``; an earlier image stays then.
    func insert(_ image: CachedImageData, _ facts: ImageFacts, for url: URL) throws
    /// Replaces the freshness of the image if its entity tag and date of modification are the same.
    func renew(_ freshness: Freshness, for url: URL) throws
    func removeImage(for url: URL) throws
    func insert(_ partial: PartialDownload) throws
    func removePartialDownload(for url: URL) throws
}
