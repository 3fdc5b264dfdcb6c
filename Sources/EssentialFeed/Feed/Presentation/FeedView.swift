/// Draws the feed screen.
@MainActor
public protocol FeedView: AnyObject {
    /// Draws all that is to be seen. Called whenever something of it has changed, on the main actor.
    func display(_ viewModel: FeedViewModel)
    /// Shows the top of the feed. Called after ``display(_:)`` if a newer feed has replaced another as the person
    /// wanted.
    func scrollToTop()
}
