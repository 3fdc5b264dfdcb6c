public import Foundation

/// The use case "Cache feed image data".
public struct CacheFeedImageData: Sendable {
    /// The store did not take the bytes; the cause is for the log, not for people (B102).
    public struct Failed: Error {
        public let cause: any Error
    }

    private let store: any FeedImageDataStore

    /// Touches the store not at all (B100).
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// - Throws: ``Failed``, or `CancellationError` when the caller had gone before it began.
    public func execute(_ data: Data, for url: URL) async throws {
        try Task.checkCancellation()
        do {
            try await store.insert(data, for: url)
        } catch {
            if error is CancellationError { throw error }
            throw Failed(cause: error)
        }
    }
}
