import Synchronization

/// Keeps the values in memory that were used last, up to a total size.
///
/// The cache has two generations. When the young one reaches half of the maximum, it replaces the old one. Values that are
/// used move to the young generation.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var young: [Key: (value: Value, size: Int)] = [:]
        var youngSize = 0
        var old: [Key: (value: Value, size: Int)] = [:]

        mutating func insert(_ value: Value, for key: Key, size: Int, maximum: Int) {
            youngSize -= young[key]?.size ?? 0
            if youngSize + size > maximum { (old, young, youngSize) = (young, [:], 0) }
            young[key] = (value, size)
            youngSize += size
        }
    }

    /// The maximum sum of the sizes in one generation.
    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum / 2
    }

    subscript(_ key: Key) -> Value? {
        state.withLock { state -> Value? in
            if let young = state.young[key] { return young.value }
            guard let old = state.old[key] else { return nil }
            state.insert(old.value, for: key, size: old.size, maximum: maximum)
            return old.value
        }
    }

    /// - Parameter size: The value's share of the maximum. A value larger than half of it isn't kept.
    func insert(_ value: Value, for key: Key, size: Int) {
        guard size <= maximum else { return }
        state.withLock { $0.insert(value, for: key, size: size, maximum: maximum) }
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }
}
