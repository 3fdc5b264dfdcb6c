import Synchronization

/// Events in the order they came, for tests to wait for, with a deadline.
public final class EventLog<Event: Sendable>: Sendable {
    /// What was waited for did not come.
    public struct TimedOut: Error, CustomStringConvertible {
        public let description: String
    }

    private struct Waiter {
        let isMet: @Sendable ([Event]) -> Bool
        let continuation: CheckedContinuation<[Event], any Error>
    }

    private struct State {
        var events: [Event] = []
        var waiters: [Int: Waiter] = [:]
        var cancelled: Set<Int> = []
        var nextID = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var events: [Event] { state.withLock { $0.events } }

    public func append(_ event: Event) {
        let (events, met) = state.withLock { state in
            state.events.append(event)
            let met = state.waiters.filter { $0.value.isMet(state.events) }
            for id in met.keys { state.waiters[id] = nil }
            return (state.events, met.values.map(\.continuation))
        }
        for continuation in met { continuation.resume(returning: events) }
    }

    /// Waits until there are so many events, and returns all.
    @discardableResult
    public func wait(for count: Int, within limit: Duration = .seconds(20)) async throws -> [Event] {
        try await wait(within: limit) { $0.count >= count }
    }

    /// Waits until the events are as the condition says, and returns them.
    @discardableResult
    public func wait(
        within limit: Duration = .seconds(20), until isMet: @escaping @Sendable ([Event]) -> Bool
    ) async throws -> [Event] {
        try await withThrowingTaskGroup(of: [Event].self) { group in
            group.addTask { try await self.wait(isMet) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw TimedOut(description: "after \(limit) there are only \(self.events)")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    private func wait(_ isMet: @escaping @Sendable ([Event]) -> Bool) async throws -> [Event] {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<[Event], any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if isMet(state.events) { return .success(state.events) }
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

extension Task where Success: Sendable, Failure == any Error {
    /// What the task returns or throws; ``EventLog/TimedOut`` when it does neither in time.
    public func valueInTime() async throws -> Success {
        let results = EventLog<Result<Success, any Error>>()
        Task<Void, Never> { results.append(await result) }
        return try await results.wait(for: 1)[0].get()
    }
}
