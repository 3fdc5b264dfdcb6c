package import Foundation
import HTTPTransport

/// The texts of the feed other than its images' texts.
package enum FeedPresenter {
    /// Returns the title of the screen.
    package static func title(in language: Language) -> String {
        language.text(FeedStrings.title)
    }

    /// Returns a note with the age of the saved feed; `nil` if the feed came from the server.
    package static func note(
        for page: FeedPage, now: Date, calendar: Calendar = .current, language: Language
    ) -> String? {
        guard case .cache(let error) = page.origin else { return nil }
        let relativeDate = RelativeDate(now: now, calendar: calendar, locale: language.locale)
        let age =
            relativeDate.isNow(page.loadedAt)
            ? language.text(FeedStrings.justNow) : relativeDate.text(for: page.loadedAt)
        switch error {
        case .connectivity: return language.text(FeedStrings.offlineNote, age)
        case .invalidData: return language.text(FeedStrings.savedFeedNote, age)
        case nil: return language.text(FeedStrings.updatedNote, age)
        }
    }

    /// Returns the date and time when the saved feed was loaded; `nil` if the feed came from the server.
    package static func date(for page: FeedPage, calendar: Calendar = .current, language: Language) -> String? {
        guard case .cache = page.origin else { return nil }
        return AbsoluteDate(calendar: calendar, locale: language.locale).text(for: page.loadedAt)
    }

    /// Returns a short sentence with the reason for showing the saved feed; `nil` if the server wasn't asked, or
    /// delivered the feed.
    /// - Parameters:
    ///   - page: The displayed page.
    ///   - request: What a server that answers with a 401 asks for.
    ///   - language: The language of the sentence.
    package static func reason(
        for page: FeedPage, request: SignInRequest = .needed, language: Language
    ) -> String? {
        guard case .cache(let error?) = page.origin else { return nil }
        switch error {
        case .connectivity(let cause):
            return language.text(key((cause as? HTTPClientError)?.kind))
        case .invalidData(.status(401)): return request.message(in: language)
        case .invalidData(.status(let status)):
            return language.text(FeedStrings.reasonStatus, String(status))
        case .invalidData: return language.text(FeedStrings.reasonInvalidData)
        }
    }

    private static func key(_ kind: HTTPClientError.Kind?) -> FeedStrings {
        switch kind {
        case .refused: .reasonRefused
        case .nameNotFound: .reasonName
        case .connectTimeout, .timeout: .reasonTimeout
        case .cut, .malformed, .reset: .reasonCut
        case .insecure, .notTLS, .untrustedCertificate, .changedCertificate: .reasonInsecure
        default: .reasonNoConnection
        }
    }
}
