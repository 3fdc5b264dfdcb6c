public import Foundation

/// The encoded bytes of an image with what is known of their freshness (N033).
public struct CachedFeedImage: Hashable, Sendable {
    public let data: Data
    public let freshness: FeedImageFreshness

    public init(data: Data, freshness: FeedImageFreshness = .unknown) {
        self.data = data
        self.freshness = freshness
    }
}
