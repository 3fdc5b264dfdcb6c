/// Loads what is behind a URL, whole or not at all.
///
/// What every client must do is rows B010–B018. A call sends exactly one `GET` (B010), follows redirects (N009), judges
/// no status (B018) and keeps nothing (B017). It throws an ``HTTPClientError``, or `CancellationError` when the calling
/// task was cancelled, having cancelled the request (B011).
public protocol HTTPClient: Sendable {
    func load(_ request: DataRequest) async throws -> DataResponse
}
