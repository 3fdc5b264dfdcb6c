import Synchronization

/// A clock that stands still until a test advances it.
public final class VirtualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        public var offset: Duration
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var nextID = 0
        var slept: [Duration] = []
        var awaitingSleepers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }

    /// The requested durations of all sleeps so far, in the order of the calls.
    public var sleeps: [Duration] { state.withLock { $0.slept } }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            state.slept.append(state.now.duration(to: deadline))
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (result, waiters): (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) = state.withLock {
                    if $0.cancelled.contains(id) { return (.failure(CancellationError()), []) }
                    if deadline <= $0.now { return (.success(()), []) }
                    $0.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    let count = $0.sleepers.count
                    let ready = $0.awaitingSleepers.filter { $0.count <= count }.map(\.continuation)
                    $0.awaitingSleepers.removeAll { $0.count <= count }
                    return (nil, ready)
                }
                if let result { continuation.resume(with: result) }
                for waiter in waiters { waiter.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                let index = state.sleepers.firstIndex { $0.id == id }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until at least `count` tasks sleep.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.awaitingSleepers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Advances the time and wakes the sleepers that are due.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
