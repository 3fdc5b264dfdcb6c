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
        case visibleRowsChanged(Set<FeedImage.ID>)
        /// The user wants the newer feed on offer.
        case newestRequested
        case errorDismissed
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
