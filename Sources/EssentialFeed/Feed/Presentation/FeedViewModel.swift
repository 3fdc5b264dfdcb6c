package import Foundation

/// Everything that the feed screen shows.
package struct FeedViewModel: Hashable, Sendable {
    /// The images in the order of the feed, identified by their ids.
    package var rows: [FeedImage] = []
    /// The image below the line that separates it from images that are new since the user's last visit; `nil` for no
    /// line.
    package var firstSeen: FeedImage.ID?
    /// The time that the dates in the rows' texts are relative to.
    package var now = Date.distantPast
    /// Whether the feed is being loaded.
    package var isRefreshing = false
    /// The row after the last image; `nil` on the last page.
    package var loadMore: LoadMoreViewModel?
    /// The text of the banner over the rows; `nil` for no banner.
    package var errorMessage: String?
    /// A note with the age of the saved feed; `nil` if the feed came from the server.
    package var note: String?
    /// The date and time when the saved feed was loaded; `nil` without a note.
    package var noteDate: String?
    /// A sentence with the reason for showing the saved feed; `nil` without a note, or if the server wasn't asked or
    /// has answered since.
    package var noteReason: String?
    /// What the list shows: the rows, or a page in place of them.
    package var content = ListContent.loading
    /// The text of the button that shows a newer feed; `nil` if none is offered.
    package var newestOffer: String?

    /// Creates the view model of a screen before its first event.
    package init() {}
}

/// What the row after the last image shows.
package struct LoadMoreViewModel: Hashable, Sendable {
    /// Whether the next page is being loaded.
    package var isLoading: Bool
    /// Why loading more failed; `nil` if it didn't.
    package var message: String?
    /// How many images have been loaded so far, while all pages are loaded to the end of the feed; `nil` otherwise.
    package var progress: String?

    /// Creates the view model of the row.
    package init(isLoading: Bool = false, message: String? = nil, progress: String? = nil) {
        self.isLoading = isLoading
        self.message = message
        self.progress = progress
    }
}
