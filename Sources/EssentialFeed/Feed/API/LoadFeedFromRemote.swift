public import Foundation
public import HTTPTransport
import HTTPTypes

/// The use case "Load feed from remote": downloads a URL's data, validates it and delivers the feed images in it.
public struct LoadFeedFromRemote: Sendable {
    /// The server's answer.
    public enum Outcome: Hashable, Sendable {
        /// The images in the order of the payload, and the entity tag to send with the next request.
        case feed([FeedImage], entityTag: String?)
        /// The body that the given entity tag belongs to is still current.
        case notModified
    }

    private let client: any HTTPClient

    /// Creates the use case without sending a request.
    public init(client: any HTTPClient) { self.client = client }

    /// Loads a page of the feed with one request.
    /// - Throws: ``RemoteError``, or `CancellationError` if the task was cancelled.
    public func load(_ url: URL, entityTag: String? = nil) async throws -> Outcome {
        let response = try await client.response(
            to: DataRequest(url: url, headerFields: entityTag.map { [.ifNoneMatch: $0] } ?? [:]))
        if response.status == .notModified, entityTag != nil { return .notModified }
        return .feed(try FeedMapper.map(response), entityTag: response.headerFields[.eTag])
    }
}

/// Turns an answer to a feed request into feed images or refuses the whole answer.
public enum FeedMapper {
    /// Returns the images of an answer with status 200, in the order of its payload. If several images have the same
    /// id, only the first counts.
    /// - Throws: ``RemoteError/invalidData(_:)``.
    public static func map(_ response: DataResponse) throws(RemoteError) -> [FeedImage] {
        guard response.status == .ok else { throw .invalidData(.status(response.status.code)) }
        return try response.decoded(by: FeedPayload.decode)
    }
}
