/// A client that also passes on the part of a response that arrived before it was cut.
public protocol PartialHTTPClient: HTTPClient {
    /// Loads a response like ``HTTPClient/load(_:)``, and passes on the part that arrived if the response was cut.
    /// - Parameters:
    ///   - request: The request to send.
    ///   - onPartial: Receives the head and the first bytes of an incomplete response with status 200 or 206 and no
    ///     content coding, after the connection was cut, the task was cancelled or the time limit expired. The closure
    ///     runs in a task that isn't cancelled; the call waits for the closure before throwing.
    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse
}

extension PartialHTTPClient {
    /// Loads a response without passing on the part of one that was cut.
    public func load(_ request: DataRequest) async throws -> DataResponse { try await load(request) { _ in } }
}
