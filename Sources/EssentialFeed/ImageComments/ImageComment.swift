public import Foundation

/// A comment on a feed image.
public struct ImageComment: Hashable, Sendable, Identifiable {
    /// The comment's id.
    public let id: UUID
    /// What the author wrote.
    public let message: String
    /// When the comment was written.
    public let createdAt: Date
    /// Who wrote the comment.
    public let author: ImageCommentAuthor
    /// Whether the server shows the comment only to its author and admins.
    public let isHidden: Bool
    /// The id of the comment to which this one is a reply; `nil` if it is none.
    public var replyTo: UUID?

    /// Creates a comment.
    public init(id: UUID, message: String, createdAt: Date, author: ImageCommentAuthor, isHidden: Bool = false) {
        self.id = id
        self.message = message
        self.createdAt = createdAt
        self.author = author
        self.isHidden = isHidden
    }
}

/// The author of a comment.
public struct ImageCommentAuthor: Hashable, Sendable {
    /// The author's name on the server.
    public let username: String

    /// Creates an author.
    public init(username: String) { self.username = username }
}

/// The comments and reactions on an image.
public struct ImageConversation: Hashable, Sendable {
    /// The comments, in the server's order.
    public let comments: [ImageComment]
    /// Whether the server accepts a comment on this image from this person.
    public let isOpen: Bool

    /// Creates a conversation.
    public init(_ comments: [ImageComment], isOpen: Bool = false) {
        self.comments = comments
        self.isOpen = isOpen
    }
}
