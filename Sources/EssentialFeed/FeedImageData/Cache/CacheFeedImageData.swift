public import Foundation

/// The use case "Cache feed image data".
public struct CacheFeedImageData: Sendable {
    private let store: any FeedImageDataStore

    /// Creates the use case without touching the store.
    public init(store: any FeedImageDataStore) { self.store = store }

    /// Saves image data for a URL.
    /// - Throws: ``FeedImageCacheError/failed(_:)``, or `CancellationError` if the task was cancelled before saving
    ///   began.
    public func save(_ data: Data, for url: URL) async throws {
        try Task.checkCancellation()
        do {
            try await store.insert(data, for: url)
        } catch {
            if error is CancellationError { throw error }
            throw FeedImageCacheError.failed(error)
        }
    }

    func remove(_ url: URL) async throws { try await store.deleteImageData(for: url) }
}
