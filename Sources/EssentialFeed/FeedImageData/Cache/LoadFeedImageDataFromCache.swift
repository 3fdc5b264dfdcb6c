public import Foundation

/// The use case "Load feed image data from cache".
public struct LoadFeedImageDataFromCache: Sendable {
    private let store: any FeedImageDataStore

    /// Creates the use case without touching the store.
    public init(store: any FeedImageDataStore) { self.store = store }

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

/// Why image data can't be loaded from the cache or saved to it.
///
/// Neither error is shown to users: image data that isn't in the cache is loaded from the server instead. Two store
/// failures are equal even if their causes differ.
public enum FeedImageCacheError: Error, Equatable {
    /// The store failed. The error is meant for the log.
    case failed(any Error)
    /// The cache has no data for the URL.
    case notFound

    /// Returns whether both errors are the same case. Causes are ignored.
    public static func == (left: FeedImageCacheError, right: FeedImageCacheError) -> Bool {
        switch (left, right) {
        case (.failed, .failed), (.notFound, .notFound): true
        default: false
        }
    }
}

extension FeedImageCacheError: CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }

    /// The store's error for the log.
    public var description: String {
        switch self {
        case .failed(let cause): "\(cause)"
        case .notFound: "nothing is cached"
        }
    }
}
