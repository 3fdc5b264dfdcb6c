/// A client that also hands over what came of an answer that ended early (N034).
public protocol PartialHTTPClient: HTTPClient {
    /// Loads as ``HTTPClient/load(_:)`` does.
    /// - Parameter onPartial: called before the call throws, with the head and the first bytes of an answer with status
    ///   200 or 206 and no coding, whose end did not come: the connection was cut, the task was cancelled, or its time
    ///   was over. Runs uncancelled; the call waits for it.
    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse
}
