import Foundation
import Testing

@testable import HTTPTransport

struct HTTPDateTests {
    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func `A date is read in each of the three forms of the standard`(text: String) {
        #expect(HTTPDate.date(from: text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        arguments: [
            "Sun, 31 Feb 1994 08:49:37 GMT", "Thu, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "", "0",
            String(repeating: "9", count: 100_000),
        ])
    func `A text that names no day, no time or no such zone isn't a date`(text: String) {
        #expect(HTTPDate.date(from: text) == nil)
    }
}
