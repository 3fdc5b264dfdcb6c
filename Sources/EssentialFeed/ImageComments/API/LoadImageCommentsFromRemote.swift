public import Foundation
public import HTTPTransport
public import HTTPTypes

/// The use case "Load image comments from remote": delivers the comments of an image. Comments are never cached.
public struct LoadImageCommentsFromRemote: Sendable {
    /// The size of the largest accepted response, in bytes.
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

    /// Loads the comments of an image, in the order of the payload.
    /// - Throws: ``RemoteError``, or `CancellationError` if the task was cancelled.
    public func load(imageID: UUID) async throws -> ImageConversation {
        let response = try await client.response(
            to: DataRequest(
                url: address.comments(imageID: imageID), maximumBytes: Self.maximumBytes, timeLimit: Self.timeLimit))
        return ImageConversation(
            try ImageCommentsMapper.map(response), isOpen: response.headerFields[.acceptComments] != nil)
    }
}

extension HTTPField.Name {
    /// The field in a response with comments if the person may add one: its value is the media type of a new comment.
    public static let acceptComments = HTTPField.Name("Accept-Comments")!
}

/// Turns a response to a comments request into comments, or refuses the whole response.
public enum ImageCommentsMapper {
    /// Returns the comments of a response with a status from 200 to 299, in the order of its payload.
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

/// Reads and writes the wire format of an image's comments.
public enum ImageCommentsPayload {
    /// Returns the comments in the order of the payload.
    /// - Throws: `DecodingError`; one malformed item fails the whole payload.
    public static func decode(_ data: Data) throws -> [ImageComment] {
        try Payload<Item>.items(in: data).map(\.comment)
    }

    /// Returns the comment of a payload with one comment.
    /// - Throws: `DecodingError`.
    static func decodeComment(_ data: Data) throws -> ImageComment {
        try JSONDecoder().decode(Item.self, from: data).comment
    }

    /// Returns the payload of the comments, with UTC dates accurate to the second.
    public static func encode(_ comments: [ImageComment]) -> Data {
        Payload<Item>.encode(comments) { json, comment in
            json.name(Item.CodingKeys.author)
            json.object { $0.member(Item.AuthorKeys.username, comment.author.username) }
            json.member(Item.CodingKeys.createdAt, WireDate.text(comment.createdAt))
            json.member(Item.CodingKeys.id, comment.id)
            json.member(Item.CodingKeys.message, comment.message)
        }
    }

    private struct Item: Decodable {
        let comment: ImageComment

        enum CodingKeys: String, CodingKey { case id, message, createdAt = "created_at", author }
        enum AuthorKeys: CodingKey { case username }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            let author = try fields.nestedContainer(keyedBy: AuthorKeys.self, forKey: .author)
            guard let createdAt = WireDate.date(from: try fields.decode(String.self, forKey: .createdAt)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .createdAt, in: fields, debugDescription: "not an ISO 8601 date and time with its zone")
            }
            comment = ImageComment(
                id: try fields.decode(UUID.self, forKey: .id),
                message: try fields.decode(String.self, forKey: .message),
                createdAt: createdAt,
                author: ImageCommentAuthor(username: try author.decode(String.self, forKey: .username)))
        }
    }
}
