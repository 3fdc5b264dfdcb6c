package import Foundation

/// A comment that the user writes. The id stays the same until the text changes, so that a retry after a lost response
/// doesn't post the comment twice.
package struct CommentDraft: Hashable, Sendable {
    package let id: UUID
    package internal(set) var text: String

    /// Nothing typed yet. Its id is never sent.
    package static let empty = CommentDraft("", id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    package init(_ text: String, id: UUID) {
        self.id = id
        self.text = text
    }
}
