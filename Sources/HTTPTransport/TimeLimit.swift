/// Runs the operation for as long as the limit says: then the operation is cancelled, and the call throws
/// ``HTTPClientError/Kind/timeout`` (N007).
///
/// The operation must end soon after it is cancelled: the call waits for that.
/// - Throws: what the operation throws, or `CancellationError` when the calling task was cancelled.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await clock.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else { throw HTTPClientError(.timeout) }
        return value
    }
}
