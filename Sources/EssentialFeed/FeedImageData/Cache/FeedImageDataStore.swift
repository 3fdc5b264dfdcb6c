public import Foundation
public import HTTPTransport

/// Keeps the encoded bytes of images by their URL (B145–B149), with their freshness (N033).
///
/// A store has ``retrieve(imageFor:)``, ``insert(_:for:)`` and ``remove(dataFor:)``; the other two follow from them. A
/// store that can do these without the bytes has its own, declared `async`, so that they are taken before the defaults.
public protocol FeedImageDataStore: Sendable {
    /// The image stored for the URL, or `nil`.
    func retrieve(imageFor url: URL) async throws -> CachedFeedImage?
    /// The freshness of the image stored for the URL, or `nil`; the bytes are not read, and this is no use of them.
    func retrieve(freshnessFor url: URL) async throws -> Freshness?
    /// Stores the image for the URL; later ones take the place of earlier ones (B148).
    func insert(_ image: CachedFeedImage, for url: URL) async throws
    /// Replaces the freshness of the stored image, whose bytes are not written again. Does nothing when the validators
    /// are those of another image: one has taken its place meanwhile (N033).
    func renew(_ freshness: Freshness, for url: URL) async throws
    /// Removes the bytes stored for the URL, if any: they turned out to be no image (N025), or must not be kept.
    func remove(dataFor url: URL) async throws
}

extension FeedImageDataStore {
    /// Reads the image with its bytes.
    public func retrieve(freshnessFor url: URL) async throws -> Freshness? {
        try await retrieve(imageFor: url)?.freshness
    }

    /// Reads the image and inserts it anew. An image that takes its place between the two is lost; a store in which that
    /// can happen has its own.
    public func renew(_ freshness: Freshness, for url: URL) async throws {
        guard let image = try await retrieve(imageFor: url), image.freshness.hasSameConditionalFields(as: freshness)
        else {
            return
        }
        try await insert(CachedFeedImage(data: image.data, freshness: freshness), for: url)
    }

    /// The bytes stored for the URL, or `nil`.
    public func retrieve(dataFor url: URL) async throws -> Data? {
        try await retrieve(imageFor: url)?.data
    }

    /// Stores bytes of which nothing more is known: they are due.
    public func insert(_ data: Data, for url: URL) async throws {
        try await insert(CachedFeedImage(data: data), for: url)
    }
}
