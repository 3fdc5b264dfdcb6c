public import Foundation
public import HTTPTransport

/// The use case "Cache feed image data".
public struct CacheFeedImageData: Sendable {
    private let store: any FeedImageDataStore

    /// Creates the use case without touching the store.
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// Saves image data for a URL.
    /// - Parameters:
    ///   - data: The encoded bytes of an image.
    ///   - freshness: The freshness that the server gave the data; data of unknown freshness is due for revalidation.
    ///   - url: The URL of the image.
    /// - Throws: ``FeedImageCacheError/failed(_:)``, or `CancellationError` if the task was cancelled before saving
    ///   began.
    public func save(_ data: Data, freshness: Freshness = .unknown, for url: URL) async throws {
        try Task.checkCancellation()
        do {
            try await store.insert(CachedImageData(data: data, freshness: freshness), for: url)
        } catch {
            if error is CancellationError { throw error }
            throw FeedImageCacheError.failed(error)
        }
    }

    /// Renews the freshness of cached data after the server has confirmed it, or removes the data if the server now
    /// forbids caching it.
    func renew(_ freshness: Freshness?, for url: URL) async throws {
        guard let freshness else { return try await remove(url) }
        try await store.renew(freshness, for: url)
    }

    /// Removes the data cached for a URL.
    func remove(_ url: URL) async throws {
        try await store.deleteImageData(for: url)
    }
}
