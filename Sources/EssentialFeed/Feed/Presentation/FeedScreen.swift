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

/// Draws the feed screen.
@MainActor
package protocol FeedView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: FeedViewModel)
    /// Scrolls to the top of the feed. Called after ``display(_:)`` if a newer feed has replaced another at the user's
    /// request.
    func scrollToTop()
    /// Shows a card at the top of the screen at once, without animation. Called after ``display(_:)``.
    func scroll(to card: FeedPlace.Card)
}

extension FeedScreenState {
    /// Something that happened to the screen.
    package enum Event: Sendable {
        case appeared
        /// The user's place at the end of the last session has been read.
        case placeFound(FeedPlace)
        /// The user wants the newest feed.
        case refreshRequested
        /// The network may be back.
        case connectionMayHaveReturned
        /// The screen has entered or left the foreground.
        case foregroundChanged(Bool)
        /// The user has turned notifications of new images on or off.
        case notifiesChanged(Bool)
        /// Background requests may now use the network, or no longer may.
        case networkChanged(mayBeUsed: Bool)
        /// The wait before the next attempt to load has ended.
        case waitEnded
        case cachedFeedLoaded(Result<FeedPage, any Error>)
        case feedLoaded(Result<FeedPage, any Error>)
        case loadMoreBecameVisible
        case loadMoreResignedVisible
        /// The user wants the next page.
        case loadMoreRequested
        /// The user wants all pages up to the end of the feed.
        case loadToEndRequested
        /// The user no longer wants the rest of the feed.
        case stopLoadingRequested
        case moreLoaded(Result<FeedPage, any Error>)
        /// The rows on the screen have changed.
        case visibleRowsChanged(Set<FeedImage.ID>)
        /// The user wants the newer feed on offer.
        case newestRequested
        /// The user has read the error.
        case errorDismissed
        /// The user selected an image.
        case selected(FeedImage.ID)
        /// The user wants to see an image's comments.
        case commentsSelected(FeedImage.ID)
        /// A few seconds have passed.
        case timePassed
        /// The screen has been closed.
        case stopped
    }

    /// An action to perform after the view model is shown.
    package enum Action {
        case load
        case loadCached
        case loadMore(FeedPage.LoadMore)
        case cancelLoad
        case cancelLoadCached
        case cancelLoadMore
        case reconnect(ReconnectAttempts.Action)
        case scrollToTop
        /// Shows the card at the top of the screen.
        case scroll(to: FeedPlace.Card)
        /// Reopens the viewer and the comments that were open at the end of the last session.
        case reopen(viewed: FeedImage?, commented: FeedImage?)
        /// Notifies the user of new images.
        case notify(NewPhotosNotice)
        /// Withdraws the notification.
        case withdrawNotice
        /// Passes on the image that the user selected.
        case select(FeedImage)
        /// Passes on the image whose comments the user wants to see.
        case selectComments(FeedImage)
        /// Passes on what the user has seen of the feed.
        case remember(SeenFeed)
        /// Reports an error that the screen doesn't show.
        case report(any Error)
    }
}
