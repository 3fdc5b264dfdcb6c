package import Foundation

/// Reads and writes the wire format of an image's comments.
package enum ImageCommentsPayload {
    /// - Throws: `DecodingError`; one malformed item fails the whole payload.
    package static func decode(_ data: Data) throws -> [ImageComment] {
        try Payload<Item>.items(in: data).map(\.comment)
    }

    static func decodeComment(_ data: Data) throws -> ImageComment {
        try JSONDecoder().decode(Item.self, from: data).comment
    }

    /// Returns the payload of the comments, with UTC dates accurate to the second.
    package static func encode(_ comments: [ImageComment]) -> Data {
        Payload(items: comments.map(Item.init)).data
    }

    private struct Item: Codable {
        struct Author: Codable {
            let username: String
        }

        /// The last two are outside the contract. They are left out unless the comment is hidden, or is a reply.
        enum CodingKeys: String, CodingKey {
            case id, message, createdAt = "created_at", author, isHidden = "hidden", replyTo = "reply_to"
        }

        let comment: ImageComment

        init(_ comment: ImageComment) { self.comment = comment }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            guard let date = WireDate.date(from: try fields.decode(String.self, forKey: .createdAt)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .createdAt, in: fields, debugDescription: "not an ISO 8601 date and time with its zone")
            }
            let author = try fields.decode(Author.self, forKey: .author)
            var comment = ImageComment(
                id: try fields.decodeID(forKey: .id), message: try fields.decode(String.self, forKey: .message),
                createdAt: date, author: ImageCommentAuthor(username: author.username),
                isHidden: fields.usable(Bool.self, .isHidden) == true)
            comment.replyTo = fields.usable(String.self, .replyTo).flatMap { UUID(exactly: $0) }
            self.comment = comment
        }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(comment.id, forKey: .id)
            try fields.encode(comment.message, forKey: .message)
            try fields.encode(WireDate.text(comment.createdAt), forKey: .createdAt)
            try fields.encode(Author(username: comment.author.username), forKey: .author)
            if comment.isHidden { try fields.encode(true, forKey: .isHidden) }
            try fields.encodeIfPresent(comment.replyTo, forKey: .replyTo)
        }
    }
}
