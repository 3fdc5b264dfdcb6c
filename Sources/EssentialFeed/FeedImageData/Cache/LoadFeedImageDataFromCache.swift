public import Foundation
import HTTPTransport

/// The use case "Load feed image data from cache".
public struct LoadFeedImageDataFromCache: Sendable {
    private let store: any FeedImageDataStore

    /// Creates the use case without touching the store.
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// Loads the data cached for a URL, even if it is due for revalidation.
    /// - Throws: ``FeedImageCacheError``, or `CancellationError`.
    public func load(_ url: URL) async throws -> CachedImageData {
        let image: CachedImageData?
        do {
            image = try await store.retrieveImageData(for: url)
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw FeedImageCacheError.failed(error)
        }
        try Task.checkCancellation()
        guard let image else { throw FeedImageCacheError.notFound }
        return image
    }

    /// Returns the freshness of the data cached for a URL without reading the data; `nil` if none is cached.
    func freshness(of url: URL) async throws -> Freshness? {
        try await store.retrieveFreshness(for: url)
    }
}
