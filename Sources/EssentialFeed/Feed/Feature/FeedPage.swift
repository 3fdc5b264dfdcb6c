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
    /// Whether the images are known to be the whole feed. The last page is; a short one that can load more may be, too.
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

/// The server sent no feed, and no valid feed is cached.
///
/// Two errors are equal if the server failed for the same reason and the cache was readable in both cases or in
/// neither.
public struct LoadFeedError: Error, Equatable {
    /// Why the server sent no feed; `nil` if it wasn't asked.
    public let remote: RemoteError?
    /// Why the cached feed couldn't be read; `nil` if there is none or it has expired.
    public let cache: (any Error)?
    /// The server that was asked; `nil` if messages don't name it.
    public let address: ServerAddress?

    /// Creates the error of a load.
    public init(remote: RemoteError?, cache: (any Error)? = nil, address: ServerAddress? = nil) {
        self.remote = remote
        self.cache = cache
        self.address = address
    }

    /// Whether the same load may succeed later.
    public var isTransient: Bool {
        remote?.isTransient ?? false
    }

    public static func == (left: LoadFeedError, right: LoadFeedError) -> Bool {
        left.remote == right.remote && (left.cache == nil) == (right.cache == nil)
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

extension LoadFeedError: PresentableError {
    /// Returns the message: why the server sent no feed, then why no cached feed is shown.
    package func message(in language: Language) -> String {
        message(refusal: address?.authorization == nil ? .needed : .refused, in: language)
    }

    /// Returns the message.
    /// - Parameter refusal: What the server asks for if it answered with a 401.
    package func message(refusal: SignInRequest, in language: Language) -> String {
        let saved = language.text(
            cache == nil
                ? Message("No feed was saved in the last seven days.")
                : Message("The saved feed can’t be read. Clear the cache, then load the feed again."))
        guard let remote else { return saved }
        return remote.message(at: address, refusal: refusal, in: language) + " " + saved
    }
}
