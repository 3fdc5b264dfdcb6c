import Synchronization

/// The error if something that a test waits for doesn't happen in time.
public struct TimedOut: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// A value that changes while a test runs. The test can wait for its changes, with a deadline.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Value, any Error>
    }

    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var cancelled: Set<Int> = []
        var nextID = 0
    }

    private let state: Mutex<State>

    public init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    public var value: Value { state.withLock { $0.value } }

    /// Changes the value and wakes those whose condition it now meets.
    public func update<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        let (result, value, met) = state.withLock { state in
            let result = change(&state.value)
            let value = state.value
            let met = state.waiters.filter { $0.value.isMet(value) }
            for id in met.keys { state.waiters[id] = nil }
            return (result, value, met.values.map(\.continuation))
        }
        for continuation in met { continuation.resume(returning: value) }
        return result
    }

    /// Waits until the value meets the condition, and returns it.
    /// - Throws: ``TimedOut`` after the limit, `CancellationError` if the task is cancelled.
    @discardableResult
    public func wait(
        within limit: Duration = .seconds(300), until isMet: @escaping @Sendable (Value) -> Bool
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await self.wait(isMet) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw TimedOut("after \(limit) there is only \(self.value)")
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }

    private func wait(_ isMet: @escaping @Sendable (Value) -> Bool) async throws -> Value {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Value, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if isMet(state.value) { return .success(state.value) }
                    state.waiters[id] = Waiter(isMet: isMet, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.insert(id)
                return state.waiters.removeValue(forKey: id)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
