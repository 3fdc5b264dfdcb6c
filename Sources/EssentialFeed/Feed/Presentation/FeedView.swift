/// Draws the feed screen.
@MainActor
public protocol FeedView: AnyObject {
    /// Called with all that is to be seen, whenever something of it changed, on the main thread (B172).
    func display(_ viewModel: FeedViewModel)
    /// Called after ``display(_:)`` where the newest feed took the place of another because the person wanted it.
    func scrollToTop()
}
