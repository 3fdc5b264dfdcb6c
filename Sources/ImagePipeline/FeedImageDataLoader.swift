public import Foundation

/// Loads the encoded bytes of an image.
public protocol FeedImageDataLoader: Sendable {
    /// - Throws: an error of the loader, or `CancellationError`; then nothing is delivered (B034, B108, B168).
    func execute(_ url: URL) async throws -> Data
}
