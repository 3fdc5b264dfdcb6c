/// The order of work: higher priorities first, and within a priority the first that came to it.
struct ImageRank: Hashable, Sendable {
    var priority: ImagePriority
    /// When the work came to its priority, as a count.
    var turn: Int

    func isBefore(_ other: ImageRank) -> Bool {
        priority == other.priority ? turn < other.turn : priority > other.priority
    }
}
