public import Foundation

/// The use case "Load feed image data from cache".
public struct LoadFeedImageDataFromCache: FeedImageDataLoader {
    /// Why nothing is delivered. Neither is transient: the server is asked instead (B166).
    public enum Failure: Error {
        /// The store could not be read (B105).
        case failed(any Error)
        /// Nothing is stored for the URL (B106).
        case notFound
    }

    private let store: any FeedImageDataStore

    /// Touches the store not at all (B100).
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// - Throws: ``Failure``, or `CancellationError` (B108).
    public func execute(_ url: URL) async throws -> Data {
        let data: Data?
        do {
            data = try await store.retrieve(dataFor: url)
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw Failure.failed(error)
        }
        try Task.checkCancellation()
        guard let data else { throw Failure.notFound }
        return data
    }
}
