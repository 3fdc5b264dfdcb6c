public import EssentialFeed
public import Foundation
import Synchronization

/// A feed and images in memory alone: gone with the store, otherwise like a ``ServerCache``.
public final class InMemoryStore: FeedStore, FeedImageDataStore {
    private let storage: Mutex<MemoryStorage>

    /// - Parameter imageLimit: the most bytes that all images may have (N027).
    public init(imageLimit: Int = ServerCache.defaultImageLimit) {
        storage = Mutex(MemoryStorage(imageLimit: imageLimit))
    }

    public func retrieve() async throws -> CachedFeed? {
        storage.withLock { $0.feed }
    }

    public func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws {
        try Task.checkCancellation()
        try storage.withLock { try $0.transaction(steps) }
    }

    public func delete(savedAt timestamp: Date?) async throws {
        _ = storage.withLock { $0.delete(savedAt: timestamp) }
    }

    public func retrieve(dataFor url: URL) async throws -> Data? {
        storage.withLock { $0.retrieve(dataFor: url) }
    }

    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/imageTooLarge(limit:)``.
    public func insert(_ data: Data, for url: URL) async throws {
        try storage.withLock { try $0.insert(data, for: url) }
    }

    public var status: CacheStatus {
        storage.withLock { $0.status }
    }
}
