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
    /// Whether the images are known to be the whole feed: true for the last page, and possibly for a short one that can
    /// load more.
    public let isWhole: Bool

    /// Creates a page.
    public init(
        images: [FeedImage], origin: FeedOrigin, loadedAt: Date, isWhole: Bool = false, loadMore: LoadMore? = nil
    ) {
        self.images = images
        self.origin = origin
        self.loadedAt = loadedAt
        self.isWhole = isWhole || loadMore == nil
        self.loadMore = loadMore
    }
}

extension FeedPage {
    /// Returns the page as a saved one.
    /// - Parameter error: Why the server delivered no feed; `nil` if it has answered since.
    func shown(after error: RemoteError?) -> FeedPage {
        FeedPage(
            images: images, origin: .cache(after: error), loadedAt: loadedAt, isWhole: isWhole, loadMore: loadMore)
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

extension Result<FeedPage, any Error> {
    /// Why the server delivered no feed; `nil` if it did, or wasn't asked.
    var remoteError: RemoteError? {
        switch self {
        case .success(let page): if case .cache(let error) = page.origin { error } else { nil }
        case .failure(let error): (error as? LoadFeedError)?.remote ?? error as? RemoteError
        }
    }
}
