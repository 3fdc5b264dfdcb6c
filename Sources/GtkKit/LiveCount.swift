import Synchronization

/// Counts live objects of one kind in this process, so that tests can find leaks.
public nonisolated final class LiveCount: Sendable {
    /// The handlers connected to signals.
    public static let handlers = LiveCount()
    /// The references to objects that Swift holds.
    public static let references = LiveCount()
    /// The textures.
    public static let textures = LiveCount()

    private let count = Atomic(0)

    /// The number of live objects.
    public var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) {
        count.add(change, ordering: .relaxed)
    }
}
