package import Foundation

/// Everything that the comments screen shows.
package struct ImageCommentsListViewModel: Hashable, Sendable {
    /// The texts of the image that the comments are about.
    package var image = FeedImageViewModel()
    /// The comments in the server's order, identified by their ids.
    package var rows: [ImageCommentViewModel] = []
    /// Whether the comments are being loaded.
    package var isLoading = false
    /// The text of the banner over the rows; `nil` for no banner.
    package var errorMessage: String?
    /// What the list shows: the rows, or a page in place of them.
    package var content = ListContent.loading
    /// The field for a new comment; `nil` if the server accepts none.
    package var newComment: NewCommentViewModel?

    /// Creates the view model of a screen before its first event.
    package init() {}
}

/// A comment that the user writes. The id stays the same until the text changes, so that a retry after a lost response
/// doesn't post the comment twice.
package struct CommentDraft: Hashable, Sendable {
    /// The id of the comment.
    package let id: UUID
    /// What the user has typed.
    package internal(set) var text: String

    /// Nothing typed yet. Its id is never sent.
    package static let empty = CommentDraft("", id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    /// Creates a draft.
    /// - Parameter id: Random, and new for each text.
    package init(_ text: String, id: UUID) {
        self.id = id
        self.text = text
    }
}

/// The field for a new comment.
package struct NewCommentViewModel: Hashable, Sendable {
    /// What the user has typed.
    package var text: String
    /// Whether the comment is being sent.
    package var isSending: Bool

    /// Whether there is something to send.
    package var canBeSent: Bool { !isSending && !text.allSatisfy(\.isWhitespace) }

    /// Creates the field.
    package init(text: String = "", isSending: Bool = false) {
        self.text = text
        self.isSending = isSending
    }
}

/// Draws the comments screen.
@MainActor
package protocol ImageCommentsView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: ImageCommentsListViewModel)
}
