@MainActor
package protocol FeedView: AnyObject {
    func display(_ viewModel: FeedViewModel)
    /// Scrolls to the top of the feed. Called after ``display(_:)`` if a newer feed has replaced another at the user's
    /// request.
    func scrollToTop()
    /// Shows a card at the top of the screen at once, without animation. Called after ``display(_:)``.
    func scroll(to card: FeedPlace.Card)
}

extension FeedScreenState {
    package enum Event: Sendable {
        case appeared
        /// The user's place at the end of the last session has been read.
        case placeFound(FeedPlace)
        case refreshRequested
        case connectionMayHaveReturned
        case foregroundChanged(Bool)
        case notifiesChanged(Bool)
        case networkChanged(mayBeUsed: Bool)
        case waitEnded
        case cachedFeedLoaded(Result<FeedPage, any Error>)
        case feedLoaded(Result<FeedPage, any Error>)
        case loadMoreBecameVisible
        case loadMoreResignedVisible
        case loadMoreRequested
        case loadToEndRequested
        case stopLoadingRequested
        case moreLoaded(Result<FeedPage, any Error>)
        case visibleRowsChanged(Set<FeedImage.ID>)
        case newestRequested
        case errorDismissed
        case selected(FeedImage.ID)
        case commentsSelected(FeedImage.ID)
        case timePassed
        case stopped
    }

    package enum Action {
        case load
        case loadCached
        case loadMore(FeedPage.LoadMore)
        case cancelLoad
        case cancelLoadCached
        case cancelLoadMore
        case reconnect(ReconnectAttempts.Action)
        case scrollToTop
        case scroll(to: FeedPlace.Card)
        case reopen(viewed: FeedImage?, commented: FeedImage?)
        case notify(NewPhotosNotice)
        case withdrawNotice
        case select(FeedImage)
        case selectComments(FeedImage)
        case remember(SeenFeed)
        case report(any Error)
    }
}
