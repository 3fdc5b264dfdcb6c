import Synchronization

/// The place where the actions of a model wait between two steps until the model resumes one of them.
final class Junction: Sendable {
    /// The number of the action that the current task is part of.
    @TaskLocal static var action = 0

    private struct State {
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var ended: Set<Int> = []
        var observer: (action: Int, continuation: CheckedContinuation<Bool, any Error>)?
    }

    private let state = Mutex(State())

    /// Waits until the model resumes the calling action.
    /// - Returns: Whether the next step of the action is to fail.
    func wait() async -> Bool {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting[Self.action] = continuation
                Self.tell(&state)
            }
        }
    }

    /// Records that an action has ended.
    func end(_ action: Int) {
        state.withLock { state in
            state.ended.insert(action)
            Self.tell(&state)
        }
    }

    /// Resumes a waiting action.
    func letGoOn(_ action: Int, failing: Bool) {
        let continuation = state.withLock { $0.waiting.removeValue(forKey: action) }
        guard let continuation else { fatalError("action \(action) does not wait") }
        continuation.resume(returning: failing)
    }

    /// Returns `false` once the action waits, or `true` once it has ended.
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
