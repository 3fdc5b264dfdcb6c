public import Foundation
public import HTTPTransport

/// The encoded bytes of an image with what is known of their freshness (N033).
public struct CachedFeedImage: Hashable, Sendable {
    public let data: Data
    public let freshness: Freshness

    public init(data: Data, freshness: Freshness = .unknown) {
        self.data = data
        self.freshness = freshness
    }
}
