public import Foundation
public import HTTPTransport
import HTTPTypes
import ImagePipeline

/// The use case "Load feed image data from remote".
///
/// Accepts any bytes and caches nothing. ``DownloadFeedImageData`` also checks for a complete image and caches it.
public struct LoadFeedImageDataFromRemote: Sendable {
    /// The maximum size of an image: 64 MiB.
    public static let maximumBytes = 64 << 20
    /// How long a load may take, including retries: two minutes.
    public static let timeLimit = Duration.seconds(120)

    private let client: any HTTPClient

    /// Creates the use case without sending a request.
    public init(client: any HTTPClient) {
        self.client = client
    }

    /// Sends one request and returns the bytes of its response unchanged and undecoded.
    /// - Throws: ``RemoteError``, or `CancellationError`, which cancels the request.
    public func load(_ url: URL) async throws -> Data {
        try Self.data(of: await response(for: url))
    }

    /// Returns the bytes of a response, which must have status 200 and at least one byte.
    static func data(of response: DataResponse) throws(RemoteError) -> Data {
        guard response.status == .ok else { throw RemoteError.invalidData(.status(response.status.code)) }
        guard !response.body.isEmpty else { throw RemoteError.invalidData(.empty) }
        return response.body
    }

    /// Sends one request and returns its response, without checking the status.
    func response(for url: URL, headerFields: HTTPFields = [:]) async throws -> DataResponse {
        try await client.response(
            to: DataRequest(
                url: url, headerFields: headerFields, maximumBytes: Self.maximumBytes, timeLimit: Self.timeLimit))
    }
}
