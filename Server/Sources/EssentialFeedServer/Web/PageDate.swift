import EssentialFeed
import Foundation

struct PageDate {
    /// The date for programs.
    let machine: String
    /// The date without a time, because the server doesn't know its zone.
    let text: String

    init(_ date: Date, language: Language, timeZone: TimeZone) {
        machine = WireDate.text(date)
        text = date.formatted(
            Date.FormatStyle(
                date: .abbreviated, time: .omitted, locale: language.locale, calendar: Calendar(identifier: .gregorian),
                timeZone: timeZone))
    }
}
