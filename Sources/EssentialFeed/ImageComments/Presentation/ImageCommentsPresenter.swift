public import Foundation

/// A comment as it is shown.
public struct ImageCommentViewModel: Hashable, Sendable, Identifiable {
    /// The id of the row in its list: the comment's id, unless a comment before it has the same.
    public let id: UUID
    /// What the author wrote.
    public let message: String
    /// How long ago the comment was written.
    public let date: String
    /// The author's name.
    public let username: String

    /// Creates a comment of texts.
    public init(id: UUID, message: String, date: String, username: String) {
        self.id = id
        self.message = message
        self.date = date
        self.username = username
    }
}

/// Turns comments into what is shown for them.
public enum ImageCommentsPresenter {
    /// Returns the title of the screen.
    public static func title(in language: Language) -> String {
        ImageCommentsStrings.table.text(.title, in: language)
    }

    /// Returns the comments in the same order, with message and user name as ``PresentedText`` limits them, and dates
    /// relative to now. Of comments with the same id, the first keeps it, and each of the others gets one that no other
    /// comment has and that is always the same in the same list.
    public static func map(
        _ comments: [ImageComment], now: Date, calendar: Calendar = .current, locale: Locale
    ) -> [ImageCommentViewModel] {
        let relativeDate = RelativeDate(now: now, calendar: calendar, locale: locale)
        var ids = DistinctIDs(comments.map(\.id))
        return comments.map { comment in
            ImageCommentViewModel(
                id: ids.next(comment.id), message: PresentedText.limited(comment.message),
                date: relativeDate.text(for: comment.createdAt),
                username: PresentedText.limited(comment.author.username))
        }
    }
}
