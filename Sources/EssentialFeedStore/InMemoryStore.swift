public import EssentialFeed
public import Foundation
public import HTTPTransport
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

    public func delete(loadedAt: Date?) async throws {
        _ = storage.withLock { $0.delete(loadedAt: loadedAt) }
    }

    public func retrieveImageData(for url: URL) async throws -> CachedImageData? {
        storage.withLock { $0.retrieveImageData(for: url) }
    }

    public func retrieveFreshness(for url: URL) async throws -> Freshness? {
        storage.withLock { $0.freshness(for: url) }
    }

    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/imageTooLarge(limit:)``.
    public func insert(_ image: CachedImageData, for url: URL) async throws {
        try storage.withLock { try $0.insert(image, for: url) }
    }

    public func renew(_ freshness: Freshness, for url: URL) async throws {
        storage.withLock { _ = $0.renew(freshness, for: url) }
    }

    public func removeImageData(for url: URL) async throws {
        storage.withLock { $0.removeImageData(for: url) }
    }

    public var status: CacheStatus {
        storage.withLock { $0.status }
    }
}
