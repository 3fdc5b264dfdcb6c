public import Foundation

/// All that the feed screen shows.
public struct FeedViewModel: Hashable, Sendable {
    /// The images in the order of the feed, identified by their ids.
    public var rows: [FeedImage] = []
    /// The image above which a line says that the images before it are new since the person was last here; `nil` for no
    /// line.
    public var firstSeen: FeedImage.ID?
    /// The time that the dates in the rows' texts are relative to.
    public var now = Date.distantPast
    /// Whether the feed is being loaded.
    public var isRefreshing = false
    /// The row after the last image; `nil` if there is no further page.
    public var loadMore: LoadMoreViewModel?
    /// The text of the banner over the rows; `nil` for no banner.
    public var errorMessage: String?
    /// A note that the feed is a saved one, and how old it is; `nil` if it came from the server.
    public var note: String?
    /// The day and the time at which the saved feed was loaded; `nil` if there is no note.
    public var noteDate: String?
    /// Why the saved feed is shown, in a sentence; `nil` if there is no note, or if the server wasn't asked or has
    /// answered since.
    public var noteReason: String?
    /// What the list shows: the rows, or a page in their place.
    public var content = ListContent.loading
    /// The text of the button that shows a newer feed; `nil` if none is offered.
    public var newestOffer: String?

    /// Creates the view model of a screen on which nothing has happened yet.
    public init() {}
}

/// What the row after the last image shows.
public struct LoadMoreViewModel: Hashable, Sendable {
    /// Whether the next page is being loaded.
    public var isLoading: Bool
    /// Why loading more failed; `nil` if it didn't.
    public var message: String?

    /// Creates the view model of the row.
    public init(isLoading: Bool = false, message: String? = nil) {
        self.isLoading = isLoading
        self.message = message
    }
}
