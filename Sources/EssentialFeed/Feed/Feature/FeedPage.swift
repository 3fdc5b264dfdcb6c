public import Foundation

/// The loaded part of the feed: all images so far and, while there may be more, the action that loads the next page.
public struct FeedPage: Sendable {
    /// Loads the next page.
    public typealias LoadMore = @Sendable () async throws -> FeedPage

    /// The images of all pages loaded so far, in the order of the feed.
    public let images: [FeedImage]
    /// Where the images came from.
    public let origin: FeedOrigin
    /// When the first page of these images was loaded from the server.
    public let loadedAt: Date
    /// Loads the next page and returns all images up to and including it; `nil` on the last page.
    ///
    /// Throws ``RemoteError``, or `CancellationError` if the feed has been reloaded since.
    public let loadMore: LoadMore?

    /// Creates a page.
    public init(images: [FeedImage], origin: FeedOrigin, loadedAt: Date, loadMore: LoadMore? = nil) {
        self.images = images
        self.origin = origin
        self.loadedAt = loadedAt
        self.loadMore = loadMore
    }
}

/// Where a feed came from.
public enum FeedOrigin: Equatable, Sendable {
    /// The server delivered it, or has just confirmed that nothing changed.
    case remote
    /// The feed is the cached one. Loading from the server failed for the given reason; `nil` if the server wasn't
    /// asked, or has answered since.
    case cache(after: RemoteError?)

    /// Whether the server delivered or confirmed the feed.
    public var isRemote: Bool {
        if case .remote = self { true } else { false }
    }
}
