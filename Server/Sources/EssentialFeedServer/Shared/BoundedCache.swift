import Synchronization

/// Keeps values in memory up to a total size, and forgets all of them when there is no room for another.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var values: [Key: Value] = [:]
        var size = 0
    }

    /// The maximum sum of the values' sizes.
    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    subscript(_ key: Key) -> Value? { state.withLock { $0.values[key] } }

    /// - Parameter size: The value's share of the maximum. A value larger than the maximum isn't kept.
    func insert(_ value: Value, for key: Key, size: Int) {
        guard size <= maximum else { return }
        state.withLock { state in
            if state.size + size > maximum { state = State() }
            if state.values.updateValue(value, forKey: key) == nil { state.size += size }
        }
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }
}
