import Synchronization

/// Where the actions of a model wait between two of their steps, until the model lets one of them go on.
final class Junction: Sendable {
    /// The number of the action that the current task is part of.
    @TaskLocal static var action = 0

    private struct State {
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var ended: Set<Int> = []
        var observer: (action: Int, continuation: CheckedContinuation<Bool, any Error>)?
    }

    private let state = Mutex(State())

    /// Called by an action: waits until it is let go on.
    /// - Returns: whether what it goes on to shall fail.
    func wait() async -> Bool {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting[Self.action] = continuation
                Self.tell(&state)
            }
        }
    }

    /// Called by an action at its end.
    func end(_ action: Int) {
        state.withLock { state in
            state.ended.insert(action)
            Self.tell(&state)
        }
    }

    /// Called by the model: lets a waiting action go on.
    func letGoOn(_ action: Int, failing: Bool) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: action) }
        guard let continuation else { fatalError("action \(action) does not wait") }
        continuation.resume(returning: failing)
    }

    /// Called by the model: returns once the action waits (`false`) or has ended (`true`).
    func hasEnded(_ action: Int) async throws -> Bool {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.observer = (action, continuation)
                    Self.tell(&state)
                }
            }
        } onCancel: {
            state.withLock { state in
                state.observer?.continuation.resume(throwing: CancellationError())
                state.observer = nil
            }
        }
    }

    private static func tell(_ state: inout State) {
        guard let observer = state.observer else { return }
        let hasEnded = state.ended.contains(observer.action)
        guard hasEnded || state.waiting[observer.action] != nil else { return }
        observer.continuation.resume(returning: hasEnded)
        state.observer = nil
    }
}
