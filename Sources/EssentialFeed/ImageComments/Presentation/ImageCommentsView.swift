/// Everything that the comments screen shows.
public struct ImageCommentsListViewModel: Hashable, Sendable {
    /// The texts of the image that the comments are about.
    public var image = FeedImageViewModel()
    /// The comments in the server's order, identified by their ids.
    public var rows: [ImageCommentViewModel] = []
    /// Whether the comments are being loaded.
    public var isLoading = false
    /// The text of the banner over the rows; `nil` for no banner.
    public var errorMessage: String?
    /// What the list shows: the rows, or a page in place of them.
    public var content = ListContent.loading

    /// Creates the view model of a screen before its first event.
    public init() {}
}

/// Draws the comments screen.
@MainActor
public protocol ImageCommentsView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: ImageCommentsListViewModel)
}
