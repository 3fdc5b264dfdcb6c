public import Foundation

/// A store of image data by URL.
public protocol FeedImageDataStore: Sendable {
    /// Returns the data stored for the URL, or `nil`.
    func retrieveImageData(for url: URL) async throws -> Data?

    /// Returns whether data is stored for the URL. Doesn't read the data or count as a use of it.
    func containsImageData(for url: URL) async throws -> Bool

    /// Stores data for the URL, replacing existing data.
    func insert(_ data: Data, for url: URL) async throws

    /// Deletes the data stored for the URL, if any.
    func deleteImageData(for url: URL) async throws
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

extension FeedImageCacheError: CustomStringConvertible {
    /// The store's error for the log.
    public var description: String {
        switch self {
        case .failed(let cause): "\(cause)"
        case .notFound: "nothing is cached"
        }
    }
}
