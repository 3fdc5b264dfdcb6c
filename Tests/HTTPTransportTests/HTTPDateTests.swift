import Foundation
import Testing

@testable import HTTPTransport

struct HTTPDateTests {
    @Test func `Dates in the preferred form are read exactly as Foundation reads them`() throws {
        let day = 86_400.0
        // Days near leap days and the ends of months and centuries, and days far from now.
        let days = [
            -141_000, -25_567, -25_508, -1, 0, 58, 59, 60, 364, 365, 789, 790, 10_956, 11_016, 11_017, 11_322, 20_513,
            20_514, 47_540, 47_541,
        ]
        for date in days.map({ Date(timeIntervalSince1970: Double($0) * day + 30_577) }) {
            let text = Self.text(of: date)
            #expect(HTTPDate.preferred(text) == date, "\(text)")
            #expect(HTTPDate.date(from: text) == date, "\(text)")
            #expect(HTTPDate.anyForm(text) == date, "\(text)")
        }
    }

    @Test(
        arguments: [
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov +994 08:49:37 GMT", "Fri, 15 Oct 1582 08:49:37 GMT", "", "0",
        ])
    func `A text in any other form is left to Foundation`(text: String) {
        #expect(HTTPDate.date(from: text) == HTTPDate.anyForm(text))
    }

    private static func text(of date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
