/// Everything that the comments screen shows.
package struct ImageCommentsListViewModel: Hashable, Sendable {
    /// The texts of the image that the comments are about.
    package var image = FeedImageViewModel()
    /// The comments in the server's order, identified by their ids.
    package var rows: [ImageCommentViewModel] = []
    /// Whether the comments are being loaded.
    package var isLoading = false
    /// The text of the banner over the rows; `nil` for no banner.
    package var errorMessage: String?
    /// What the list shows: the rows, or a page in place of them.
    package var content = ListContent.loading

    /// Creates the view model of a screen before its first event.
    package init() {}
}

/// Draws the comments screen.
@MainActor
package protocol ImageCommentsView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: ImageCommentsListViewModel)
}
