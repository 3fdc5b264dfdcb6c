import Foundation
import Testing

@testable import HTTPTransport

struct HTTPDateTests {
    @Test func `Dates in the preferred form are read exactly as Foundation writes them`() throws {
        let day = 86_400.0
        // Days near leap days and the ends of months and centuries, and days far from now.
        let days = [
            -141_000, -25_567, -25_508, -1, 0, 58, 59, 60, 364, 365, 789, 790, 10_956, 11_016, 11_017, 11_322, 20_513,
            20_514, 47_540, 47_541,
        ]
        for date in days.map({ Date(timeIntervalSince1970: Double($0) * day + 30_577) }) {
            let text = Self.text(of: date)
            #expect(HTTPDate.date(from: text) == date, "\(text)")
        }
    }

    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 6 Nov 1994 08:49:37 GMT",
        ])
    func `Each of the three forms is read`(text: String) {
        #expect(HTTPDate.date(from: text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        arguments: [
            "Sun, 31 Feb 1994 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "", "0",
        ])
    func `A text in any other form isn't a date`(text: String) {
        #expect(HTTPDate.date(from: text) == nil)
    }

    private static func text(of date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
