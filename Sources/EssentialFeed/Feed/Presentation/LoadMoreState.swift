/// Decides when the next page is loaded: once each time the row after the last image becomes visible, and when the user
/// asks for it.
struct LoadMoreState: Hashable, Sendable {
    /// Whether the next page is being loaded.
    private(set) var isLoading = false
    private var isVisible = false

    /// Returns whether to load now: not while a load is running, and not while the row stays visible after a failure.
    mutating func becomeVisible() -> Bool {
        defer { isVisible = true }
        return !isVisible && start()
    }

    mutating func resignVisible() {
        isVisible = false
    }

    /// Returns whether to load now, at the user's request.
    mutating func retry() -> Bool {
        start()
    }

    mutating func end() {
        isLoading = false
    }

    /// Starts over for another page, whose row hasn't been visible yet.
    mutating func reset() {
        self = LoadMoreState()
    }

    private mutating func start() -> Bool {
        defer { isLoading = true }
        return !isLoading
    }
}
