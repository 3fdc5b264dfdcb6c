public import Foundation

/// What there is to show of the feed: all images loaded so far and, while more may exist, the action that loads them
/// (B005). The action yields a page with an action of its own, or none at the end (B006).
public struct FeedPage: Sendable {
    public typealias LoadMore = @Sendable () async throws -> FeedPage

    public let images: [FeedImage]
    /// Where the images came from (N002).
    public let origin: FeedOrigin
    /// When the first page of these images was loaded from the server (B162, N002).
    public let loadedAt: Date
    /// Loads the next page and yields all images up to and including it. `nil`: there is no further page.
    ///
    /// Throws a ``RemoteError``, or `CancellationError` when the feed was reloaded meanwhile (B164).
    public let loadMore: LoadMore?

    public init(images: [FeedImage], origin: FeedOrigin, loadedAt: Date, loadMore: LoadMore? = nil) {
        self.images = images
        self.origin = origin
        self.loadedAt = loadedAt
        self.loadMore = loadMore
    }
}

/// Where a delivered feed came from (N002).
public enum FeedOrigin: Equatable, Sendable {
    /// The server delivered it, or confirmed just now that nothing changed (N006).
    case remote
    /// It is the saved feed; the remote load failed for this reason, or was not wanted (`nil`).
    case cache(after: RemoteError?)

    public var isRemote: Bool {
        if case .remote = self { true } else { false }
    }
}
