import EssentialFeed
import Foundation

/// What a store does, step by step on one thread. ``ServerCache`` gives it that thread and its callers their `async`.
protocol Storage: AnyObject {
    /// Takes the cache into use as far as that is possible. May be called again, to find out whether it has become
    /// possible since.
    func open() -> CacheAccess
    func retrieve() throws -> CachedFeed?
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws
    /// - Returns: whether it was deleted: `false` when the feed does not carry the timestamp.
    @discardableResult
    func delete(savedAt timestamp: Date?) throws -> Bool
    func retrieve(dataFor url: URL) throws -> Data?
    func insert(_ data: Data, for url: URL) throws
    func remove(dataFor url: URL) throws
    func setImageLimit(_ limit: Int) throws
    func status() throws -> CacheStatus
    func close() throws
}
