/// What stands in the place of a list's rows (N003).
public enum ListContent: Hashable, Sendable {
    /// The rows themselves.
    case rows
    /// Nothing yet.
    case loading
    /// There are none, which the text says.
    case empty(String)
    /// They could not be loaded, for the reason that the text gives.
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}
