public import Foundation

/// A part of a feed that was loaded from the server with one request.
public struct CachedFeedPage: Hashable, Sendable {
    /// The images in the order of the feed.
    public let images: [LocalFeedImage]
    /// When the page was loaded from the server.
    public let loadedAt: Date
    /// Whether the server is known to have had no further image.
    public let isEnd: Bool

    /// Creates a page of images that were loaded together.
    public init(images: [LocalFeedImage], loadedAt: Date, isEnd: Bool = false) {
        self.images = images
        self.loadedAt = loadedAt
        self.isEnd = isEnd
    }
}
