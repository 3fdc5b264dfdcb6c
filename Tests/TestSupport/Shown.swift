/// The values displayed by a view, in order, for a test to wait for one of them.
@MainActor
package final class Shown<Value> {
    package private(set) var all: [Value] = []
    private var waiters: [(isWanted: (Value) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    package init() {}

    package var last: Value? { all.last }

    package func add(_ value: Value) {
        MainActor.assertIsolated()
        all.append(value)
        let met = waiters.filter { $0.isWanted(value) }
        waiters.removeAll { $0.isWanted(value) }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits until the last value meets the condition.
    package func until(_ isWanted: @escaping (Value) -> Bool) async {
        if let last, isWanted(last) { return }
        await withCheckedContinuation { waiters.append((isWanted, $0)) }
    }
}
