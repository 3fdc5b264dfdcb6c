/// The order of work: by priority, then in the order in which work got its priority.
struct ImageRank: Hashable, Sendable {
    var priority: ImagePriority
    /// A counter value from when the work got its priority.
    var turn: Int

    func isBefore(_ other: ImageRank) -> Bool {
        priority == other.priority ? turn < other.turn : priority > other.priority
    }
}
