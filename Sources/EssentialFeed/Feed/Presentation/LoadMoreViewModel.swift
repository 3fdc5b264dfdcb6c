/// What the row after the last image shows.
package struct LoadMoreViewModel: Hashable, Sendable {
    package var isLoading: Bool
    package var message: String?
    /// How many images have been loaded so far, while all pages are loaded to the end of the feed; `nil` otherwise.
    package var progress: String?

    package init(isLoading: Bool = false, message: String? = nil, progress: String? = nil) {
        self.isLoading = isLoading
        self.message = message
        self.progress = progress
    }
}
