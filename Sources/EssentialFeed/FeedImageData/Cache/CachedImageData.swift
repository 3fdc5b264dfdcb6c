public import Foundation
public import HTTPTransport

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
