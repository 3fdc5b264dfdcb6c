public import Foundation
public import HTTPTransport
import HTTPTypes

/// The use case "Send image comment to remote": saves a comment of this person on the server.
public struct SendImageCommentToRemote: Sendable {
    private let address: ServerAddress
    private let client: any HTTPClient

    /// Creates the use case without sending a request.
    public init(address: ServerAddress, client: any HTTPClient) {
        self.address = address
        self.client = client
    }

    /// Sends a comment, and returns it as the server has saved it.
    /// - Parameters:
    ///   - message: The text.
    ///   - id: The comment's id, chosen at random. A comment that is sent again with the same id is saved once.
    ///   - imageID: The image that the comment is about.
    /// - Throws: ``CommentRefusal``, ``RemoteError``, or `CancellationError` if the task was cancelled.
    public func send(_ message: String, id: UUID, imageID: UUID) async throws -> ImageComment {
        guard !PlainText.isBlank(message) else { throw CommentRefusal.empty }
        let response = try await client.response(
            to: DataRequest(
                url: address.comment(id, imageID: imageID), body: try JSONEncoder().encode(["message": message])))
        if let refusal = CommentRefusal(response) { throw refusal }
        guard response.status.kind == .successful else {
            throw RemoteError.invalidData(.status(response.status.code))
        }
        return try response.decoded(by: ImageCommentsPayload.decodeComment)
    }
}

/// The reason a comment isn't saved.
public enum CommentRefusal: Error, Hashable, Sendable {
    /// The person may not comment, or the comments on the image are closed.
    case notPermitted
    /// The text has no visible characters, so it isn't sent.
    case empty
    /// The text is longer than the server accepts.
    case tooLong
    /// The person has written too many comments in a short time.
    case tooMany
    /// The server's disk is full.
    case noSpace
    /// The server failed. At this reference, its log has the reason.
    case failed(reference: String)

    init?(_ response: DataResponse) {
        switch response.status.code {
        case 403: self = .notPermitted
        case 413, 422: self = .tooLong
        case 429: self = .tooMany
        case 507: self = .noSpace
        case 500...:
            // A proxy's number isn't in the server's log, and messages contain no other text from a server.
            guard response.headerFields[.contentType] == "application/problem+json",
                let reference = response.headerFields[.requestID],
                reference.wholeMatch(of: /[0-9A-Za-z-]{1,36}/) != nil
            else { return nil }
            self = .failed(reference: reference)
        default: return nil
        }
    }
}

extension CommentRefusal: CustomStringConvertible, LocalizedError, PresentableError {
    package func message(in language: Language) -> String { language.text(text) }

    var text: Message {
        switch self {
        case .notPermitted: Message("You can’t comment on this photo. Ask the server’s owner to allow it.")
        case .empty: Message("The comment is empty. Write something first.")
        case .tooLong: Message("The comment is too long. Shorten it to 2,000 characters, then send it again.")
        case .tooMany: Message("You have written many comments in a short time. Wait a minute, then send it again.")
        case .noSpace: Message("The server’s disk is full, so the comment wasn’t saved. Send it again later.")
        case .failed(let reference):
            Message(
                "The server couldn’t save the comment. Send it again later. If it fails again, tell the server’s owner this number: \(reference)"
            )
        }
    }
}
