public import Foundation

/// A comment as it is shown (B189).
public struct ImageCommentViewModel: Hashable, Sendable, Identifiable {
    /// What the row is known by in its list: the comment's id, where no other before it has the same.
    public let id: UUID
    public let message: String
    /// How long ago it was written.
    public let date: String
    public let username: String

    public init(id: UUID, message: String, date: String, username: String) {
        self.id = id
        self.message = message
        self.date = date
        self.username = username
    }
}

/// Turns comments into what is shown of them.
public enum ImageCommentsPresenter {
    /// B180.
    public static func title(in language: Language) -> String {
        ImageCommentsStrings.table.text(.title, in: language)
    }

    /// Message and user name unchanged within the limits of ``PresentedText``, the date relative to now, the order kept
    /// (B189). Where comments have the same id, the first keeps it and each other has one of its own, always the same in
    /// the same list.
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
