/// A client that loads the resource behind a URL, whole or not at all.
///
/// A client judges no status and keeps nothing: neither responses nor cookies.
public protocol HTTPClient: Sendable {
    /// Sends one `GET` request, follows its redirects, and returns the whole response, whatever its status.
    ///
    /// Cancelling the calling task cancels the request.
    /// - Throws: ``HTTPClientError``, or `CancellationError` if the calling task was cancelled.
    func load(_ request: DataRequest) async throws -> DataResponse
}
