public import Foundation

/// Keeps the encoded bytes of images by their URL (B145–B149).
public protocol FeedImageDataStore: Sendable {
    /// The bytes stored for the URL, or `nil`.
    func retrieve(dataFor url: URL) async throws -> Data?
    /// Stores the bytes for the URL; later ones take the place of earlier ones (B148).
    func insert(_ data: Data, for url: URL) async throws
}
