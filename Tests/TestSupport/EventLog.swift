/// Events in the order they came, for tests to wait for, with a deadline.
public final class EventLog<Event: Sendable>: Sendable {
    private let log = Watched<[Event]>([])

    public init() {}

    public var events: [Event] { log.value }

    public func append(_ event: Event) {
        log.update { $0.append(event) }
    }

    /// Waits until there are at least `count` events, and returns all of them.
    @discardableResult
    public func wait(for count: Int, within limit: Duration = .seconds(300)) async throws -> [Event] {
        try await log.wait(within: limit) { $0.count >= count }
    }

    /// Waits until the events meet the condition, and returns them.
    @discardableResult
    public func wait(
        within limit: Duration = .seconds(300), until isMet: @escaping @Sendable ([Event]) -> Bool
    ) async throws -> [Event] {
        try await log.wait(within: limit, until: isMet)
    }
}

extension Task where Success: Sendable, Failure == any Error {
    /// Returns or throws what the task does, or throws ``TimedOut`` if it does neither in time.
    public func valueInTime() async throws -> Success {
        let results = EventLog<Result<Success, any Error>>()
        Task<Void, Never> { results.append(await result) }
        return try await results.wait(for: 1)[0].get()
    }
}
