public import Foundation
public import HTTPTransport
import HTTPTypes

/// The use case "Load feed from remote": downloads the URL's data, validates it and delivers the feed images in it.
public struct LoadFeedFromRemote: Sendable {
    /// What the server said.
    public enum Outcome: Hashable, Sendable {
        /// The images, in the order of the payload, and the entity tag to ask with next time (N006).
        case feed([FeedImage], entityTag: String?)
        /// The body that the entityTag belongs to is still the current one.
        case notModified
    }

    /// The most bytes a feed may have (N008).
    public static let maximumBytes = 8 << 20
    /// How long a load may take, retries included (N007).
    public static let timeLimit = Duration.seconds(30)

    private let client: any HTTPClient

    /// Sends nothing (B028).
    public init(client: any HTTPClient) {
        self.client = client
    }

    /// Sends one request (B028).
    /// - Parameter entityTag: the entity tag of the saved body, if there is one.
    /// - Throws: ``RemoteError``, or `CancellationError` when the caller went away (B029).
    public func execute(_ url: URL, entityTag: String? = nil) async throws -> Outcome {
        let response = try await client.response(
            to: DataRequest(
                url: url,
                headerFields: entityTag.map { [.ifNoneMatch: $0] } ?? [:],
                maximumBytes: Self.maximumBytes,
                timeLimit: Self.timeLimit))
        if response.status == .notModified, entityTag != nil { return .notModified }
        return .feed(try FeedMapper.map(response), entityTag: response.headerFields[.eTag])
    }
}
