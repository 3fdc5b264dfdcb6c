public import Foundation
public import HTTPTransport

/// The use case "Load image comments from remote": comments come from the server or not at all; they are never cached
/// (B047, B169).
public struct LoadImageCommentsFromRemote: Sendable {
    /// The most bytes an answer may have (N008).
    public static let maximumBytes = 8 << 20
    /// How long a load may take, retries included (N007).
    public static let timeLimit = Duration.seconds(30)

    private let address: ServerAddress
    private let client: any HTTPClient

    public init(address: ServerAddress, client: any HTTPClient) {
        self.address = address
        self.client = client
    }

    /// The comments of an image, in the order of the payload.
    /// - Throws: ``RemoteError`` (B046), or `CancellationError` when the caller went away.
    public func load(imageID: UUID) async throws -> [ImageComment] {
        let response = try await client.response(
            to: DataRequest(
                url: address.comments(imageID: imageID), maximumBytes: Self.maximumBytes, timeLimit: Self.timeLimit))
        return try ImageCommentsMapper.map(response)
    }
}
