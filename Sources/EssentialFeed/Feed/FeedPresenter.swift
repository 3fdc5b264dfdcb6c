public import Foundation

/// What the feed shows besides its images.
public enum FeedPresenter {
    /// B180.
    public static func title(in language: Language) -> String {
        FeedStrings.table.text(.title, in: language)
    }

    /// Says that what is shown is the saved feed, and how old it is; nothing while it came from the server (N002).
    public static func note(
        for page: FeedPage, now: Date, calendar: Calendar = .current, language: Language
    ) -> String? {
        guard case .cache(let error) = page.origin else { return nil }
        let age = RelativeDate(now: now, calendar: calendar, locale: language.locale).text(for: page.loadedAt)
        switch error {
        case .connectivity: return FeedStrings.table.text(.offlineNote, in: language, age)
        case .invalidData, nil: return FeedStrings.table.text(.savedFeedNote, in: language, age)
        }
    }
}
