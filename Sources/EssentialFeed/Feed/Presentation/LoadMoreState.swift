/// When the next page is asked for: once each time the row after the last image becomes visible, and when the person
/// asks (B220–B226).
struct LoadMoreState: Hashable, Sendable {
    private var isLoading = false
    private var isVisible = false

    /// - Returns: whether to load now. Not while a load runs (B221), nor while the row just stays where it is after a
    ///   failure (B226).
    mutating func becomeVisible() -> Bool {
        defer { isVisible = true }
        return !isVisible && start()
    }

    mutating func resignVisible() {
        isVisible = false
    }

    /// - Returns: whether to load now, which the person wants (B225).
    mutating func retry() -> Bool {
        start()
    }

    mutating func fail() {
        isLoading = false
    }

    /// A page took the place of the one before, and its row has not been seen yet (B222).
    mutating func succeed() {
        self = LoadMoreState()
    }

    private mutating func start() -> Bool {
        defer { isLoading = true }
        return !isLoading
    }
}
