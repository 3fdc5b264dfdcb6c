public import Foundation
public import HTTPTransport
import HTTPTypes
import ImageFormats

/// The use case "Load feed image data from remote": downloads a URL's data, validates that it is a whole image, and
/// delivers it undecoded. Caches nothing.
public struct LoadFeedImageDataFromRemote: Sendable {
    /// The maximum size of an image: 64 MiB.
    public static let maximumBytes = 64 << 20
    /// How long a load may take, including retries: two minutes.
    public static let timeLimit = Duration.seconds(120)

    private let client: any HTTPClient

    /// Creates the use case without sending a request.
    public init(client: any HTTPClient) { self.client = client }

    /// Loads image data with one request.
    /// - Returns: The bytes of a whole image, and whether the server permits caching them.
    /// - Throws: ``RemoteError`` if the status isn't 200, the body is empty, the bytes aren't an image, or they may
    ///   have been cut off; or `CancellationError`, which cancels the request.
    public func load(_ url: URL) async throws -> (data: Data, mayBeCached: Bool) {
        let response = try await client.response(
            to: DataRequest(url: url, maximumBytes: Self.maximumBytes, timeLimit: Self.timeLimit))
        try Self.validate(response)
        let control = response.headerFields[.cacheControl]?.lowercased() ?? ""
        return (response.body, !control.contains("no-store"))
    }

    private static func validate(_ response: DataResponse) throws(RemoteError) {
        guard response.status == .ok else { throw .invalidData(.status(response.status.code)) }
        guard !response.body.isEmpty else { throw .invalidData(.empty) }
        guard let format = ImageFormat(of: response.body) else { throw .invalidData(.notAnImage) }
        guard response.isDelimited || format.isWhole(response.body) else {
            throw .connectivity(HTTPClientError(.cut))
        }
    }
}
