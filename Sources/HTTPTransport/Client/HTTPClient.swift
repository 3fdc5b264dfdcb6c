/// A client that loads a URL's whole resource or throws.
///
/// A client doesn't interpret the status and doesn't store responses or cookies.
public protocol HTTPClient: Sendable {
    /// Sends one `GET` request, follows its redirects and returns the complete response, regardless of its status.
    ///
    /// Cancelling the calling task cancels the request.
    /// - Throws: ``HTTPClientError``, or `CancellationError` if the calling task was cancelled.
    func load(_ request: DataRequest) async throws -> DataResponse
}
