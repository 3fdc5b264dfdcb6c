/// All that the comments screen shows.
public struct ImageCommentsListViewModel: Hashable, Sendable {
    /// In order, known by their ids (B254, B261).
    public var rows: [ImageCommentViewModel] = []
    /// Whether a load runs (B253).
    public var isLoading = false
    /// The banner over the rows; `nil` for none (B257).
    public var errorMessage: String?
    /// What stands in the place of the rows (N003).
    public var content = ListContent.loading

    public init() {}
}

/// Draws the comments screen.
@MainActor
public protocol ImageCommentsView: AnyObject {
    /// Called with all that is to be seen, whenever something of it changed, on the main thread (B172).
    func display(_ viewModel: ImageCommentsListViewModel)
}
