public struct DeadlineExceeded: Error {
    public init() {}
}

/// Returns the result of the work.
///
/// The limit ends a test that would wait forever. No other test reaches it, even on a machine with other work to do.
/// - Throws: ``DeadlineExceeded`` if the work takes longer than the limit.
public func withDeadline<Value: Sendable>(
    _ limit: Duration = .seconds(300), _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlineExceeded()
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw DeadlineExceeded() }
        return value
    }
}

/// Waits for what no event announces, by asking again and again. The limit counts between two questions.
/// - Throws: ``DeadlineExceeded`` if the condition isn't met in time; `CancellationError`.
public func waitUntil(_ isMet: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while try await !isMet() {
        guard .now < end else { throw DeadlineExceeded() }
        try await Task.sleep(for: .milliseconds(5))
    }
}
