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
