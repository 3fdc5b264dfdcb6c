public import Foundation
public import HTTPTransport
import HTTPTypes
public import ImagePipeline

/// The use case "Load feed image data from remote".
public struct LoadFeedImageDataFromRemote: FeedImageDataLoader {
    /// The most bytes an image may have (N008).
    public static let maximumBytes = 64 << 20
    /// How long a load may take, retries included (N007).
    public static let timeLimit = Duration.seconds(120)

    private let client: any HTTPClient

    /// Sends nothing (B035).
    public init(client: any HTTPClient) {
        self.client = client
    }

    /// Sends one request and delivers the bytes unchanged; nothing is decoded (B032).
    /// - Throws: ``RemoteError`` (B030, B031, B033), or `CancellationError`, the request being cancelled (B034).
    public func execute(_ url: URL) async throws -> Data {
        try Self.data(of: await ask(url))
    }

    /// The bytes of an answer: any, with status 200 (B030, B031).
    static func data(of response: DataResponse) throws(RemoteError) -> Data {
        guard response.status == .ok else { throw RemoteError.invalidData(.status(response.status.code)) }
        guard !response.body.isEmpty else { throw RemoteError.invalidData(.empty) }
        return response.body
    }

    /// Sends one request; its answer is not judged.
    func ask(_ url: URL, headerFields: HTTPFields = [:]) async throws -> DataResponse {
        try await client.response(
            to: DataRequest(
                url: url, headerFields: headerFields, maximumBytes: Self.maximumBytes, timeLimit: Self.timeLimit))
    }
}
