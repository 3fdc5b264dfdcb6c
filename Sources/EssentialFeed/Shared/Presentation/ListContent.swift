/// What a list shows: its rows, or a page in place of them.
package enum ListContent: Hashable, Sendable {
    case rows
    case loading
    case empty(String)
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}
