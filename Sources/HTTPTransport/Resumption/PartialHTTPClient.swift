/// A client that also hands over the part of a response that arrived before it was cut.
public protocol PartialHTTPClient: HTTPClient {
    /// Loads a response as ``HTTPClient/load(_:)`` does, and hands over the part that arrived if it was cut.
    /// - Parameter onPartial: Receives the head and the first bytes of a response with status 200 or 206 and no content
    ///   coding whose end didn't arrive, because the connection was cut, the task was cancelled or the time limit was
    ///   over. The closure runs in a task that isn't cancelled; the call waits for it before it throws.
    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse
}
