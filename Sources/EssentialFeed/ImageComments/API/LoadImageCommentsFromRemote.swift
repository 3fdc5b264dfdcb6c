public import Foundation
public import HTTPTransport
package import HTTPTypes

/// The use case "Load image comments from remote": delivers the comments of an image. Comments are never cached.
public struct LoadImageCommentsFromRemote: Sendable {
    private let address: ServerAddress
    private let client: any HTTPClient

    /// Creates the use case without sending a request.
    public init(address: ServerAddress, client: any HTTPClient) {
        self.address = address
        self.client = client
    }

    /// Loads the comments of an image, in the order of the payload.
    /// - Throws: ``RemoteError``, or `CancellationError` if the task was cancelled.
    public func load(imageID: UUID) async throws -> ImageConversation {
        let response = try await client.response(to: DataRequest(url: address.comments(imageID: imageID)))
        return ImageConversation(
            try ImageCommentsMapper.map(response), isOpen: response.headerFields[.acceptComments] != nil)
    }
}

extension HTTPField.Name {
    /// The field in a response with comments if the person may add one: its value is the media type of a new comment.
    package static let acceptComments = HTTPField.Name("Accept-Comments")!
    /// The field in a response to a request that failed: at its value, the server's log has the reason.
    package static let requestID = HTTPField.Name("X-Request-ID")!
}

/// Turns a response to a comments request into comments, or refuses the whole response.
public enum ImageCommentsMapper {
    /// Returns the comments of a response with a status from 200 to 299, in the order of its payload.
    /// - Throws: ``RemoteError/invalidData(_:)``.
    public static func map(_ response: DataResponse) throws(RemoteError) -> [ImageComment] {
        guard response.status.kind == .successful else { throw .invalidData(.status(response.status.code)) }
        return try response.decoded(by: ImageCommentsPayload.decode)
    }
}
