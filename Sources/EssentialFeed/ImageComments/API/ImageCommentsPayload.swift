public import Foundation

/// Reads and writes the wire format of an image's comments.
public enum ImageCommentsPayload {
    /// Returns the comments in the order of the payload.
    /// - Throws: `DecodingError`; one malformed item fails the whole payload.
    public static func decode(_ data: Data) throws -> [ImageComment] {
        try Payload<Item>.items(in: data).map(\.comment)
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
