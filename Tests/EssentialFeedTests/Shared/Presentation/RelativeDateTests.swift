import EssentialFeed
import Foundation
import Testing

@Suite struct RelativeDateTests {
    static let minute = 60.0
    static let hour = 3_600.0
    static let day = 86_400.0

    @Test(
        arguments: [
            (5 * minute, "5 minutes ago"),
            (day, "1 day ago"),
            (0, "now"),
            (0.9, "now"),
            (-1, "now"),
            (-300, "now"),
            (1, "1 second ago"),
            (59, "59 seconds ago"),
            (60, "1 minute ago"),
            (59 * minute + 59, "59 minutes ago"),
            (hour, "1 hour ago"),
            (23 * hour + 59 * minute, "23 hours ago"),
            (6 * day + 23 * hour, "6 days ago"),
            (10 * day, "1 week ago"),
            (45 * day, "1 month ago"),
            (366 * day, "1 year ago"),
            (-2 * hour, "in 2 hours"),
        ] as [(TimeInterval, String)])
    func `B190 A date is written in its largest whole unit, rounded down`(secondsAgo: TimeInterval, expected: String) {
        #expect(makeSUT(.english).text(for: now.addingTimeInterval(-secondsAgo)) == expected)
    }

    @Test func `B190 A thousand years are written with their separator`() throws {
        let date = try #require(calendar.date(byAdding: .year, value: -1000, to: now))
        #expect(makeSUT(.english).text(for: date) == "1,000 years ago")
    }

    @Test func `B190 Dates are also written in Greek and Brazilian Portuguese`() {
        let date = now.addingTimeInterval(-5 * Self.minute)
        #expect(makeSUT(.greek).text(for: date) == "πριν από 5 λεπτά")
        #expect(makeSUT(.brazilianPortuguese).text(for: date) == "há 5 minutos")
        #expect(makeSUT(.greek).text(for: now) == "τώρα")
        #expect(makeSUT(.brazilianPortuguese).text(for: now) == "agora")
    }

    private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private let calendar = Self.utc

    private func makeSUT(_ language: Language) -> RelativeDate {
        RelativeDate(now: now, calendar: calendar, locale: language.locale)
    }

    private static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
