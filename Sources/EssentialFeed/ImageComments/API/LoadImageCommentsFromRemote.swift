public import Foundation
public import HTTPTransport
import HTTPTypes

/// The use case "Load image comments from remote": delivers the comments of an image. Comments are never cached.
public struct LoadImageCommentsFromRemote: Sendable {
    /// The size of the largest accepted answer, in bytes.
    public static let maximumBytes = 8 << 20
    /// How long a load may take, including retries.
    public static let timeLimit = Duration.seconds(30)

    private let address: ServerAddress
    private let client: any HTTPClient

    /// Creates the use case without sending a request.
    /// - Parameters:
    ///   - address: The server that has the comments.
    ///   - client: The client that sends the requests.
    public init(address: ServerAddress, client: any HTTPClient) {
        self.address = address
        self.client = client
    }

    /// Loads the comments of an image, in the order of the payload, with one request.
    /// - Throws: ``RemoteError``, or `CancellationError` if the task was cancelled.
    public func load(imageID: UUID) async throws -> [ImageComment] {
        let response = try await client.response(
            to: DataRequest(
                url: address.comments(imageID: imageID), maximumBytes: Self.maximumBytes, timeLimit: Self.timeLimit))
        return try ImageCommentsMapper.map(response)
    }
}

/// Turns an answer to a comments request into comments or refuses the whole answer.
public enum ImageCommentsMapper {
    /// Returns the comments of an answer with a status from 200 to 299, in the order of its payload.
    /// - Throws: ``RemoteError/invalidData(_:)``.
    public static func map(_ response: DataResponse) throws(RemoteError) -> [ImageComment] {
        guard response.status.kind == .successful else { throw .invalidData(.status(response.status.code)) }
        do {
            return try ImageCommentsPayload.decode(response.body)
        } catch {
            throw .invalidData(.malformed(error))
        }
    }
}
