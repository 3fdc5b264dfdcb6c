public import Foundation
public import HTTPTransport
import HTTPTypes
import ImageFormats

/// The use case "Load feed image data from remote": downloads a URL's data, validates that it is a whole image, and
/// delivers it undecoded. Caches nothing.
public struct LoadFeedImageDataFromRemote: Sendable {
    /// What the server answered.
    public enum Outcome: Hashable, Sendable {
        /// The bytes of a whole image, and how long they may be used; without a freshness if the server forbids caching
        /// them.
        case image(Data, freshness: Freshness?)
        /// The cached bytes are still current, with this freshness; without one if the server now forbids caching them.
        case notModified(Freshness?)
    }

    /// The maximum size of an image: 64 MiB.
    public static let maximumBytes = 64 << 20
    /// How long a load may take, including retries: two minutes.
    public static let timeLimit = Duration.seconds(120)

    private let client: any HTTPClient
    private let now: @Sendable () -> Date

    /// Creates the use case without sending a request.
    /// - Parameters:
    ///   - client: The client that sends the requests.
    ///   - now: Returns the current time, which freshness is calculated from.
    public init(client: any HTTPClient, now: @escaping @Sendable () -> Date) {
        self.client = client
        self.now = now
    }

    /// Loads image data with one request.
    /// - Parameters:
    ///   - url: The URL of the image.
    ///   - cached: The freshness of the cached bytes, which the server may confirm; `nil` if there are none.
    /// - Throws: ``RemoteError`` if the status isn't 200, the body is empty, the bytes aren't an image, or they may have
    ///   been cut off; or `CancellationError`, which cancels the request.
    public func load(_ url: URL, ifChangedSince cached: Freshness? = nil) async throws -> Outcome {
        let requestedAt = now()
        let response = try await client.response(
            to: DataRequest(
                url: url, headerFields: cached?.conditionalFields ?? [:], maximumBytes: Self.maximumBytes,
                timeLimit: Self.timeLimit))
        let (fields, receivedAt) = (response.headerFields, now())
        if response.status == .notModified, let cached, cached.isConfirmed(by: fields) {
            return .notModified(cached.renewed(by: fields, requestedAt: requestedAt, receivedAt: receivedAt))
        }
        try Self.validate(response)
        return .image(
            response.body, freshness: Freshness(fields, requestedAt: requestedAt, receivedAt: receivedAt))
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
