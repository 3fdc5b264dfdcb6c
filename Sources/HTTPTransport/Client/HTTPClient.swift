/// A client that loads a URL's whole resource or throws.
///
/// A client doesn't interpret the status and doesn't store responses or cookies.
public protocol HTTPClient: Sendable {
    /// Sends one request and returns the complete response, regardless of its status. Follows the redirects of a `GET`.
    ///
    /// Cancelling the calling task cancels the request.
    /// - Throws: ``HTTPClientError``, or `CancellationError` if the calling task was cancelled.
    func load(_ request: DataRequest) async throws -> DataResponse
}

/// Runs an operation and cancels it when a time limit expires.
///
/// The operation must end soon after it is cancelled, because the call waits for it to end.
/// - Throws: ``HTTPClientError`` of kind ``HTTPClientError/Kind/timeout`` when the limit expires; `CancellationError`
///   if the calling task was cancelled; or else the operation's error.
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
