import Synchronization

/// Calls that wait until the test answers them: the test, not the scheduler, decides what happens first.
package final class HeldCalls<Answer: Sendable>: Sendable {
    private struct Observer {
        let isMet: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var waiting: [Int: CheckedContinuation<Answer, any Error>] = [:]
        var count = 0
        var cancelled: [Int] = []
        var laterAnswer: Answer?
        var observers: [Int: Observer] = [:]
        var observerCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The numbers of the cancelled calls, counted from 0 in the order of their arrival.
    package var cancelled: [Int] { state.withLock { $0.cancelled } }

    package var count: Int { state.withLock { $0.count } }

    /// Waits for the answer. If the call is cancellable, it throws `CancellationError` when its task is cancelled.
    package func call(isCancellable: Bool = true) async throws -> Answer {
        let index = state.withLock { state in
            state.count += 1
            return state.count - 1
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { state in
                    if state.cancelled.contains(index) {
                        continuation.resume(throwing: CancellationError())
                    } else if let answer = state.laterAnswer {
                        continuation.resume(returning: answer)
                    } else {
                        state.waiting[index] = continuation
                    }
                }
            }
        } onCancel: {
            guard isCancellable else { return }
            change { state in
                state.cancelled.append(index)
                state.waiting.removeValue(forKey: index)?.resume(throwing: CancellationError())
            }
        }
    }

    /// Answers the call with the number, counted from 0. The call must be waiting.
    package func answer(_ index: Int, with result: Result<Answer, any Error>) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: index) }
        guard let continuation else { fatalError("call \(index) is not waiting") }
        continuation.resume(with: result)
    }

    /// Answers all waiting calls and all later ones.
    package func answerAll(with answer: Answer) {
        change { state in
            state.laterAnswer = answer
            for continuation in state.waiting.values { continuation.resume(returning: answer) }
            state.waiting = [:]
        }
    }

    /// Waits until the call with the number waits for its answer.
    package func arrival(_ index: Int) async throws {
        try await until { $0.waiting[index] != nil }
    }

    /// Waits until the call with the number is cancelled.
    package func cancellation(_ index: Int) async throws {
        try await until { $0.cancelled.contains(index) }
    }

    private func until(_ isMet: @escaping @Sendable (State) -> Bool) async throws {
        let id = state.withLock { state in
            state.observerCount += 1
            return state.observerCount
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                change { state in
                    if Task.isCancelled {
                        continuation.resume(throwing: CancellationError())
                    } else {
                        state.observers[id] = Observer(isMet: isMet, continuation: continuation)
                    }
                }
            }
        } onCancel: {
            change { $0.observers.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError()) }
        }
    }

    /// Changes the state and wakes the tests that wait for the new one.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            for (id, observer) in state.observers where observer.isMet(state) {
                state.observers[id] = nil
                observer.continuation.resume()
            }
        }
    }
}

extension HeldCalls where Answer == Void {
    /// Lets the call with the number continue.
    package func release(_ index: Int) {
        answer(index, with: .success(()))
    }

    /// Lets all waiting calls and all later ones continue.
    package func open() {
        answerAll(with: ())
    }
}
