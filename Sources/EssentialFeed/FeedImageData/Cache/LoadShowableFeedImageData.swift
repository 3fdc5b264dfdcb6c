public import Foundation
import HTTPTransport
public import ImagePipeline

/// Loads stored bytes that may be shown before the server was asked. Those that must not count as not stored (N033).
public struct LoadShowableFeedImageData: FeedImageDataLoader {
    private let loadFromCache: LoadFeedImageDataFromCache
    private let now: @Sendable () -> Date

    public init(store: any FeedImageDataStore, now: @escaping @Sendable () -> Date) {
        loadFromCache = LoadFeedImageDataFromCache(store: store)
        self.now = now
    }

    /// - Throws: ``LoadFeedImageDataFromCache/Failure``, or `CancellationError`.
    public func execute(_ url: URL) async throws -> Data {
        let image = try await loadFromCache.image(url)
        guard image.freshness.use(at: now()) != .revalidateFirst else {
            throw LoadFeedImageDataFromCache.Failure.notFound
        }
        return image.data
    }
}
