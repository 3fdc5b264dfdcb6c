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
    package var isRefreshing = false
    /// The row after the last image; `nil` once all pages are loaded.
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
