public import Foundation

/// A comment as it is shown (B189).
public struct ImageCommentViewModel: Hashable, Sendable, Identifiable {
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
    /// (B189).
    public static func map(
        _ comments: [ImageComment], now: Date, calendar: Calendar = .current, locale: Locale
    ) -> [ImageCommentViewModel] {
        let relativeDate = RelativeDate(now: now, calendar: calendar, locale: locale)
        return comments.map { comment in
            ImageCommentViewModel(
                id: comment.id, message: PresentedText.limited(comment.message),
                date: relativeDate.text(for: comment.createdAt),
                username: PresentedText.limited(comment.author.username))
        }
    }
}
