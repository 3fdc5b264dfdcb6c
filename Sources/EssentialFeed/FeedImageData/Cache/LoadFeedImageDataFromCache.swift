public import Foundation

/// The use case "Load feed image data from cache".
public struct LoadFeedImageDataFromCache: Sendable {
    private let store: any FeedImageDataStore

    /// Creates the use case without touching the store.
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// Loads the data cached for a URL.
    /// - Throws: ``FeedImageCacheError``, or `CancellationError`.
    public func load(_ url: URL) async throws -> Data {
        let data: Data?
        do {
            data = try await store.retrieveImageData(for: url)
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw FeedImageCacheError.failed(error)
        }
        try Task.checkCancellation()
        guard let data else { throw FeedImageCacheError.notFound }
        return data
    }
}
