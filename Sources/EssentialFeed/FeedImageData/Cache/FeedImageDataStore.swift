public import Foundation
public import HTTPTransport

/// A store of image data by URL, with its freshness.
///
/// A store has to implement ``retrieveImageData(for:)``, ``insert(_:for:)`` and ``deleteImageData(for:)``; the other
/// two methods have default implementations. A store that doesn't need to read the bytes for them should implement them
/// itself, declared `async`, so that its implementations are preferred over the defaults.
public protocol FeedImageDataStore: Sendable {
    /// Returns the data stored for the URL, or `nil`.
    func retrieveImageData(for url: URL) async throws -> CachedImageData?

    /// Returns the freshness of the data stored for the URL, or `nil`. Doesn't read the bytes or count as a use of
    /// them.
    func retrieveFreshness(for url: URL) async throws -> Freshness?

    /// Stores data for the URL, replacing existing data.
    func insert(_ image: CachedImageData, for url: URL) async throws

    /// Replaces the freshness of the stored data without rewriting the bytes.
    ///
    /// Does nothing if the conditional fields of the stored data differ, because the data has been replaced since.
    func renew(_ freshness: Freshness, for url: URL) async throws

    /// Deletes the data stored for the URL, if any.
    func deleteImageData(for url: URL) async throws
}

extension FeedImageDataStore {
    /// Reads the stored data and returns its freshness.
    public func retrieveFreshness(for url: URL) async throws -> Freshness? {
        try await retrieveImageData(for: url)?.freshness
    }

    /// Reads the stored data and inserts it again with the new freshness.
    ///
    /// Data inserted between the two steps is lost; a store where that can happen needs its own implementation.
    public func renew(_ freshness: Freshness, for url: URL) async throws {
        guard let image = try await retrieveImageData(for: url), image.freshness.hasSameConditionalFields(as: freshness)
        else {
            return
        }
        try await insert(CachedImageData(data: image.data, freshness: freshness), for: url)
    }

    /// Stores data of unknown freshness, which is due for revalidation.
    public func insert(_ data: Data, for url: URL) async throws {
        try await insert(CachedImageData(data: data), for: url)
    }
}

/// The encoded bytes of an image and their freshness.
public struct CachedImageData: Hashable, Sendable {
    /// The encoded bytes.
    public let data: Data
    /// The freshness that the server gave the bytes; `Freshness/unknown` makes them due for revalidation.
    public let freshness: Freshness

    /// Creates cached data from its bytes and their freshness.
    public init(data: Data, freshness: Freshness = .unknown) {
        self.data = data
        self.freshness = freshness
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

extension FeedImageCacheError: CustomStringConvertible {
    /// The store's error for the log.
    public var description: String {
        switch self {
        case .failed(let cause): "\(cause)"
        case .notFound: "nothing is cached"
        }
    }
}
