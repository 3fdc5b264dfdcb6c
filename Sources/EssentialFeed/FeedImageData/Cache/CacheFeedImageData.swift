public import Foundation

/// The use case "Cache feed image data".
public struct CacheFeedImageData: Sendable {
    private let store: any FeedImageDataStore

    /// Creates the use case without touching the store.
    public init(store: any FeedImageDataStore) {
        self.store = store
    }

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

    /// Removes the data cached for a URL.
    func remove(_ url: URL) async throws {
        try await store.deleteImageData(for: url)
    }
}

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
