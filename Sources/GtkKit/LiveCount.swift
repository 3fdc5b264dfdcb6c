import Synchronization

/// How many objects of a kind are alive in this process, so that a test sees what leaks (B277).
public nonisolated final class LiveCount: Sendable {
    /// The handlers that are connected to signals.
    public static let handlers = LiveCount()
    /// The references to objects that Swift holds.
    public static let references = LiveCount()
    /// The pictures that are decoded.
    public static let textures = LiveCount()

    private let count = Atomic(0)

    public var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) {
        count.add(change, ordering: .relaxed)
    }
}
