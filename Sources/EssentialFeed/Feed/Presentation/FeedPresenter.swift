package import Foundation
import HTTPTransport

/// The texts of the feed other than its images' texts.
package enum FeedPresenter {
    package static func title(in language: Language) -> String { language.text(FeedStrings.title) }

    package static func note(
        for page: FeedPage, now: Date, calendar: Calendar = .current, language: Language
    ) -> String? {
        guard case .cache(let error) = page.origin else { return nil }
        let relativeDate = RelativeDate(now: now, calendar: calendar, locale: language.locale)
        let age =
            relativeDate.isNow(page.loadedAt)
            ? language.text(Message("just now")) : relativeDate.text(for: page.loadedAt)
        let note: Message =
            switch error {
            case .connectivity: Message("Offline. Saved \(age).")
            case .invalidData: Message("The saved feed. Saved \(age).")
            case nil: Message("Updated \(age).")
            }
        return language.text(note)
    }

    package static func date(for page: FeedPage, calendar: Calendar = .current, language: Language) -> String? {
        guard case .cache = page.origin else { return nil }
        return AbsoluteDate(calendar: calendar, locale: language.locale).text(for: page.loadedAt)
    }

    /// Returns a short sentence with the reason for showing the saved feed; `nil` if the server wasn't asked, or
    /// delivered the feed.
    package static func reason(for page: FeedPage, request: SignInRequest = .needed, language: Language) -> String? {
        guard case .cache(let error?) = page.origin else { return nil }
        switch error {
        case .connectivity(let cause):
            return language.text(reason((cause as? HTTPClientError)?.kind))
        case .invalidData(.status(401)): return request.message(in: language)
        case .invalidData(.status(let status)):
            return language.text(Message("The server answered with an error (status \(status))."))
        case .invalidData: return language.text(Message("The server’s answer couldn’t be understood."))
        }
    }

    private static func reason(_ kind: HTTPClientError.Kind?) -> Message {
        switch kind {
        case .refused: Message("Nothing answers at the server’s address.")
        case .nameNotFound: Message("The server’s name can’t be found.")
        case .connectTimeout, .timeout: Message("The server took too long to answer.")
        case .cut, .malformed, .reset: Message("The connection was interrupted.")
        case .insecure, .notTLS, .untrustedCertificate:
            Message("The connection isn’t secure: the server’s certificate couldn’t be verified.")
        case .changedCertificate:
            Message(
                "The server’s certificate has changed. If the server’s owner renewed it, trust it again under Change Server."
            )
        default: Message("Couldn’t connect to the server.")
        }
    }
}
