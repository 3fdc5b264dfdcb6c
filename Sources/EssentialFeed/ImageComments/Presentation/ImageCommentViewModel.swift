package import Foundation

/// The displayed texts of a comment.
package struct ImageCommentViewModel: Hashable, Sendable, Identifiable {
    /// The row's id in its list: the comment's id, unless an earlier comment has the same id.
    package let id: UUID
    package let message: String
    /// How long ago the comment was written, and whether it is hidden.
    package let date: String
    package let username: String

    package init(id: UUID, message: String, date: String, username: String) {
        self.id = id
        self.message = message
        self.date = date
        self.username = username
    }
}
