import Foundation

/// The rows that a list has so far.
///
/// GTK makes a widget for each of the first two hundred rows before it draws any. So the first frame has a screenful of
/// rows, and each frame after it has that many more.
nonisolated struct RowsSoFar {
    private static let aFrame = 3
    /// From as many rows on, further ones have no widgets.
    private static let withWidgets = 200

    /// The keys of all rows.
    var all: [UUID] = [] {
        didSet { endIfComplete() }
    }
    /// How many rows there are at most; `nil` once there are all of them, now and later.
    private var limit: Int? = aFrame

    /// The keys of the rows that there are.
    var keys: [UUID] { limit.map { Array(all.prefix($0)) } ?? all }

    /// Whether nothing will be added any more.
    var areAll: Bool { limit == nil }

    /// Whether there are rows to be added.
    var hasMore: Bool { !areAll && !all.isEmpty }

    /// Adds as many rows as a frame has time for.
    mutating func addForFrame() {
        add(upTo: (limit ?? 0) + Self.aFrame)
    }

    /// Adds the rows as far as the one at the position, with some after it.
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
