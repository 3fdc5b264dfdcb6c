public import Foundation

/// A comment on a feed image (B003).
public struct ImageComment: Hashable, Sendable, Identifiable {
    public let id: UUID
    public let message: String
    public let createdAt: Date
    public let author: ImageCommentAuthor

    public init(id: UUID, message: String, createdAt: Date, author: ImageCommentAuthor) {
        self.id = id
        self.message = message
        self.createdAt = createdAt
        self.author = author
    }
}

/// Who wrote a comment.
public struct ImageCommentAuthor: Hashable, Sendable {
    public let username: String

    public init(username: String) {
        self.username = username
    }
}
