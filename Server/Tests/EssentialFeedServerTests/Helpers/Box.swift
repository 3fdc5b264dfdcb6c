import Synchronization

/// A value that several tasks can change.
final class Box<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) {
        state = Mutex(value)
    }

    var value: Value { state.withLock { $0 } }

    func set(_ value: Value) {
        state.withLock { $0 = value }
    }

    func change(_ change: @Sendable (inout Value) -> Void) {
        state.withLock { change(&$0) }
    }
}

extension Box {
    func append<Element>(_ element: Element) where Value == [Element] {
        state.withLock { $0.append(element) }
    }
}
