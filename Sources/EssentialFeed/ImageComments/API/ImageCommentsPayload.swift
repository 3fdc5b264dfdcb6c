package import Foundation

/// Reads and writes the wire format of an image's comments.
package enum ImageCommentsPayload {
    /// - Throws: `DecodingError`; one malformed item fails the whole payload.
    package static func decode(_ data: Data) throws -> [ImageComment] {
        try Payload<Item>.items(in: data).map { try $0.comment }
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

        let id: String
        let message: String
        let createdAt: String
        let author: Author
        /// Outside the contract. Left out unless it is true.
        let isHidden: Bool?
        /// Outside the contract. Left out unless the comment is a reply.
        let replyTo: String?

        enum CodingKeys: String, CodingKey {
            case id, message, createdAt = "created_at", author, isHidden = "hidden", replyTo = "reply_to"
        }

        init(_ comment: ImageComment) {
            (id, message) = (comment.id.uuidString, comment.message)
            createdAt = WireDate.text(comment.createdAt)
            author = Author(username: comment.author.username)
            isHidden = comment.isHidden ? true : nil
            replyTo = comment.replyTo?.uuidString
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            id = try fields.decode(String.self, forKey: .id)
            message = try fields.decode(String.self, forKey: .message)
            createdAt = try fields.decode(String.self, forKey: .createdAt)
            author = try fields.decode(Author.self, forKey: .author)
            isHidden = fields.usable(Bool.self, .isHidden)
            replyTo = fields.usable(String.self, .replyTo)
        }

        var comment: ImageComment {
            get throws {
                guard let id = UUID(exactly: id) else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: [CodingKeys.id], debugDescription: "not an id"))
                }
                guard let date = WireDate.date(from: createdAt) else {
                    throw DecodingError.dataCorrupted(
                        .init(
                            codingPath: [CodingKeys.createdAt],
                            debugDescription: "not an ISO 8601 date and time with its zone"))
                }
                var comment = ImageComment(
                    id: id, message: message, createdAt: date, author: ImageCommentAuthor(username: author.username),
                    isHidden: isHidden == true)
                comment.replyTo = replyTo.flatMap { UUID(exactly: $0) }
                return comment
            }
        }
    }
}
