import EssentialFeed
import Foundation
import Testing

@Suite struct AbsoluteDateTests {
    @Test(
        arguments: [
            (Language.english, "May 9, 2026 at 6:13 AM"), (.greek, "9 Μαΐου 2026 στις 6:13 πμ"),
            (.brazilianPortuguese, "9 de maio de 2026 às 6:13"),
        ])
    func `Dates are in the language and in the calendar's time zone`(language: Language, expected: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let text = AbsoluteDate(calendar: calendar, locale: language.locale).text(for: date)
        // Unicode's data uses several kinds of spaces from version to version.
        #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ") == expected)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3_600))
        #expect(AbsoluteDate(calendar: calendar, locale: language.locale).text(for: date).contains("7:13"))
    }
}
