/// Draws the feed screen.
@MainActor
package protocol FeedView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: FeedViewModel)
    /// Scrolls to the top of the feed. Called after ``display(_:)`` if a newer feed has replaced another at the user's
    /// request.
    func scrollToTop()
    /// Shows a card at the top of the screen without scrolling past other cards. Called after ``display(_:)``.
    func scroll(to card: FeedPlace.Card)
}
