import Synchronization

/// A number that several tasks change.
final class Counter: Sendable {
    private let value = Mutex(0)

    @discardableResult
    func add(_ number: Int) -> Int {
        value.withLock { value in
            value += number
            return value
        }
    }
}
