public import Foundation
public import ImagePipeline

/// The use case "Load feed image data from cache".
public struct LoadFeedImageDataFromCache: FeedImageDataLoader {
    public typealias Failure = ImageCacheError

    private let store: any FeedImageDataStore

    /// Touches the store not at all (B100).
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// Delivers the bytes whether they are due or not.
    /// - Throws: ``Failure``, or `CancellationError` (B108).
    public func execute(_ url: URL) async throws -> Data {
        try await image(url).data
    }

    /// The same with the bytes' freshness: whether they may be shown before the server was asked (N033).
    public func image(_ url: URL) async throws -> CachedImageData {
        let image: CachedImageData?
        do {
            image = try await store.retrieveImageData(for: url)
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw Failure.failed(error)
        }
        try Task.checkCancellation()
        guard let image else { throw Failure.notFound }
        return image
    }
}
