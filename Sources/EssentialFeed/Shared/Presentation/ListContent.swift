/// What a list shows: its rows, or a page in their place.
public enum ListContent: Hashable, Sendable {
    /// The rows.
    case rows
    /// That the rows are being loaded.
    case loading
    /// That there are no rows, which the text says.
    case empty(String)
    /// That the rows could not be loaded, for the reason that the text gives.
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}
