/// Draws the feed screen.
@MainActor
public protocol FeedView: AnyObject {
    /// Draws the view model. Called whenever it has changed, on the main actor.
    func display(_ viewModel: FeedViewModel)
    /// Shows the top of the feed. Called after ``display(_:)`` if a newer feed has replaced another on the person's
    /// request.
    func scrollToTop()
    /// Shows a card at the top of the screen, without ever showing another place. Called after ``display(_:)``.
    func scroll(to card: FeedPlace.Card)
}
