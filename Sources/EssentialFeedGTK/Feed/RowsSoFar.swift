import Foundation

/// The rows that have been added to a list so far.
///
/// GTK creates a widget for each of the first two hundred rows before it draws any of them. So the first frame gets a
/// screenful of rows, and each later frame adds as many more.
nonisolated struct RowsSoFar {
    private static let aFrame = 3
    /// Rows beyond this number get no widgets at first.
    private static let withWidgets = 200

    /// The keys of all rows.
    var all: [UUID] = [] {
        didSet { endIfComplete() }
    }
    /// The maximum number of rows; `nil` once all rows have been added.
    private var limit: Int? = aFrame

    /// The keys of the rows that have been added.
    var keys: [UUID] { limit.map { Array(all.prefix($0)) } ?? all }

    /// Whether all rows have been added, including any that arrive later.
    var areAll: Bool { limit == nil }

    /// Whether there are rows left to add.
    var hasMore: Bool { !areAll && !all.isEmpty }

    /// Adds as many rows as one frame has time for.
    mutating func addForFrame() {
        add(upTo: (limit ?? 0) + Self.aFrame)
    }

    /// Adds the rows up to the one at the position, and a few more.
    mutating func add(through position: Int) {
        add(upTo: position + Self.aFrame)
    }

    mutating func addAll() {
        limit = nil
    }

    private mutating func add(upTo count: Int) {
        limit = limit.map { max($0, count) }
        endIfComplete()
    }

    private mutating func endIfComplete() {
        guard let limit, !all.isEmpty, limit >= min(all.count, Self.withWidgets) else { return }
        self.limit = nil
    }
}
