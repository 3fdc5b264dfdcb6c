public import Foundation
import HTTPTransport

/// The texts that the feed shows besides its images.
public enum FeedPresenter {
    /// Returns the title of the screen.
    public static func title(in language: Language) -> String {
        FeedStrings.table.text(.title, in: language)
    }

    /// Returns a note that says that the feed is a saved one, and how old it is; `nil` if it came from the server.
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

    /// Returns the day and the time at which the saved feed was loaded; `nil` if the feed came from the server.
    public static func date(for page: FeedPage, calendar: Calendar = .current, language: Language) -> String? {
        guard case .cache = page.origin else { return nil }
        return AbsoluteDate(calendar: calendar, locale: language.locale).text(for: page.loadedAt)
    }

    /// Returns a short sentence that says why the saved feed is shown; `nil` if the server wasn't asked, or gave the
    /// feed.
    public static func reason(for page: FeedPage, language: Language) -> String? {
        guard case .cache(let error?) = page.origin else { return nil }
        switch error {
        case .connectivity(let cause):
            return FeedStrings.table.text(key((cause as? HTTPClientError)?.kind), in: language)
        case .invalidData(.status(401)): return SharedStrings.table.text(.signInNeeded, in: language)
        case .invalidData(.status(let status)):
            return FeedStrings.table.text(.reasonStatus, in: language, String(status))
        case .invalidData: return FeedStrings.table.text(.reasonInvalidData, in: language)
        }
    }

    private static func key(_ kind: HTTPClientError.Kind?) -> FeedStrings {
        switch kind {
        case .refused: .reasonRefused
        case .nameNotFound: .reasonName
        case .connectTimeout, .timeout: .reasonTimeout
        case .cut, .malformed, .reset: .reasonCut
        case .insecure: .reasonInsecure
        default: .reasonNoConnection
        }
    }
}
