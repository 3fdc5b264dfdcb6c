import EssentialFeed
import Foundation
import HTTPTransport

/// What a store does, step by step on one thread. ``ServerCache`` gives it that thread and its callers their `async`.
protocol Storage: AnyObject {
    /// Takes the cache into use as far as that is possible. May be called again, to find out whether it has become
    /// possible since.
    func open() -> CacheAccess
    func retrieve() throws -> CachedFeed?
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws
    /// - Returns: whether it was deleted: `false` when the feed does not carry the loadedAt.
    @discardableResult
    func delete(loadedAt: Date?) throws -> Bool
    func retrieveImageData(for url: URL) throws -> CachedImageData?
    func retrieveFreshness(for url: URL) throws -> Freshness?
    /// - Parameter digest: of the bytes, as ``StoredImage/digest(of:)`` makes it.
    func insert(_ image: CachedImageData, digest: Data, for url: URL) throws
    func renew(_ freshness: Freshness, for url: URL) throws
    func removeImageData(for url: URL) throws
    func retrieve(partialFor url: URL) throws -> PartialDownload?
    func insert(_ partial: PartialDownload) throws
    func remove(partialFor url: URL) throws
    func setImageLimit(_ limit: Int) throws
    func status() throws -> CacheStatus
    func close() throws
}
