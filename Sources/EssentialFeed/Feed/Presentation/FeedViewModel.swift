/// All that the feed screen shows.
public struct FeedViewModel: Hashable, Sendable {
    /// In order, known by their ids (B205, B213).
    public var rows: [FeedImage] = []
    /// Whether a load of the feed runs (B204).
    public var isRefreshing = false
    /// The row after the last image; `nil` where there is no further page (B227).
    public var loadMore: LoadMoreViewModel?
    /// The banner over the rows; `nil` for none (B209).
    public var errorMessage: String?
    /// That the feed is a saved one, and how old it is; `nil` where it came from the server (N002).
    public var note: String?
    /// Day and time at which the saved feed was loaded; `nil` where there is no note.
    public var noteDate: String?
    /// Why the saved feed is shown, in a sentence; `nil` where there is no note, or the server is being asked.
    public var noteReason: String?
    /// What stands in the place of the rows (N003).
    public var content = ListContent.loading
    /// Whether a newer feed waits until the person wants it (N001).
    public var offersNewest = false

    public init() {}
}

/// What the row after the last image shows.
public struct LoadMoreViewModel: Hashable, Sendable {
    public var isLoading: Bool
    /// Why loading more failed; `nil` where it did not.
    public var message: String?

    public init(isLoading: Bool = false, message: String? = nil) {
        self.isLoading = isLoading
        self.message = message
    }
}
