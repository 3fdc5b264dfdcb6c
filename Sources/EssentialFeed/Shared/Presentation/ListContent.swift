/// What a list shows: its rows, or a page in their place.
public enum ListContent: Hashable, Sendable {
    /// The rows.
    case rows
    /// A sign that the rows are being loaded.
    case loading
    /// A text that says that there are no rows.
    case empty(String)
    /// A text that says why the rows could not be loaded.
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}
