public import Foundation

/// The one feed that a store holds for a server: an empty list is a cache too, different from none (B138).
public struct CachedFeed: Hashable, Sendable {
    public let images: [LocalFeedImage]
    /// When the first page was loaded from the server.
    public let timestamp: Date
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request (N006).
    public let validator: String?

    public init(images: [LocalFeedImage], timestamp: Date, validator: String? = nil) {
        self.images = images
        self.timestamp = timestamp
        self.validator = validator
    }
}
