public import Foundation
public import HTTPTransport

/// The use case "Cache feed image data".
public struct CacheFeedImageData: Sendable {
    /// The store did not take the bytes; the cause is for the log, not for people (B102). Any two are equal.
    public struct Failed: Error, Equatable {
        public let cause: any Error

        public static func == (left: Failed, right: Failed) -> Bool { true }
    }

    private let store: any FeedImageDataStore

    /// Touches the store not at all (B100).
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

    /// - Parameter freshness: what the server said of it; without, the bytes are due at once (N033).
    /// - Throws: ``Failed``, or `CancellationError` when the caller had gone before it began.
    public func execute(_ data: Data, freshness: Freshness = .unknown, for url: URL) async throws {
        try Task.checkCancellation()
        do {
            try await store.insert(CachedImageData(data: data, freshness: freshness), for: url)
        } catch {
            if error is CancellationError { throw error }
            throw Failed(cause: error)
        }
    }
}
