/// What a list shows: its rows, or a page in place of them.
package enum ListContent: Hashable, Sendable {
    /// The rows.
    case rows
    /// A sign that the rows are loading.
    case loading
    /// A message for an empty list.
    case empty(String)
    /// A message with the reason why the rows couldn't be loaded.
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}
