package import Foundation

package struct FeedViewModel: Hashable, Sendable {
    package var rows: [FeedImage] = []
    /// The image below the line between it and images new since the user's last visit; `nil` for no line.
    package var firstSeen: FeedImage.ID?
    /// The time for the relative dates in the rows' texts.
    package var now = Date.distantPast
    package var isRefreshing = false
    package var loadMore: LoadMoreViewModel?
    package var errorMessage: String?
    package var note: String?
    package var noteDate: String?
    /// A sentence with the reason for showing the saved feed; `nil` without a note, or if the server wasn't asked or
    /// has answered since.
    package var noteReason: String?
    package var content = ListContent.loading
    package var newestOffer: String?

    package init() {}
}

/// The content of the row after the last image.
package struct LoadMoreViewModel: Hashable, Sendable {
    package var isLoading: Bool
    package var message: String?
    /// How many images have been loaded so far, while all pages are loaded to the end of the feed; `nil` at other
    /// times.
    package var progress: String?

    package init(isLoading: Bool = false, message: String? = nil, progress: String? = nil) {
        self.isLoading = isLoading
        self.message = message
        self.progress = progress
    }
}
