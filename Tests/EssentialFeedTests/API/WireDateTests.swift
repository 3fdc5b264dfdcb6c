import EssentialFeed
import Foundation
import Testing

@Suite struct WireDateTests {
    @Test(
        "B045 Every way to write the zone, and fractions of a second, parse",
        arguments: [
            ("2020-05-20T11:24:59Z", 0.0), ("2020-05-20t11:24:59z", 0), ("2020-05-20T11:24:59+00:00", 0),
            ("2020-05-20T11:24:59+0000", 0), ("2020-05-20T11:24:59-00:00", 0), ("2020-05-20T13:24:59+02", 0),
            ("2020-05-20T13:54:59+02:30", 0), ("2020-05-20T07:54:59-0330", 0), ("2020-05-21T01:24:59+14:00", 0),
            ("2020-05-20T11:24:59.5Z", 0.5), ("2020-05-20T11:24:59.250+0000", 0.25),
            ("2020-05-20T11:24:59.123456+00:00", 0.123_456),
        ])
    func test_date_parsesWhenGivenAZone(text: String, fraction: TimeInterval) throws {
        let date = try #require(WireDate.date(from: text))

        #expect(abs(date.timeIntervalSince1970 - (1_589_973_899 + fraction)) < 0.001)
    }

    @Test(
        "B044 B045 A date without a zone, with more than one, or of no calendar does not parse",
        arguments: [
            "2020-05-20T11:24:59", "2020-05-20T11:24:59.5", "2020-05-20", "2020-05-20 11:24:59Z", "",
            "2020-05-20T11:24:59Z ", "2020-05-20T11:24:59Z+00:00", "2020-05-20T11:24:59ZZ", " 2020-05-20T11:24:59Z",
            "2020-05-20T11:24Z", "2020-05-20T11:24:59.Z", "2020-05-20T11:24:59+0", "2020-05-20T11:24:59+00:0",
            "20-05-20T11:24:59Z", "2020-5-20T11:24:59Z", "2020-13-20T11:24:59Z", "2020-00-20T11:24:59Z",
            "2020-05-00T11:24:59Z", "2020-05-32T11:24:59Z", "2020-02-30T11:24:59Z", "2021-02-29T11:24:59Z",
            "2020-04-31T11:24:59Z", "2020-05-20T24:00:00Z", "2020-05-20T11:60:00Z", "2020-05-20T11:24:61Z",
            "2020-05-20T11:24:59+99:00", "2020-05-20T11:24:59+00:60", "٢٠٢٠-05-20T11:24:59Z",
        ])
    func test_date_failsWhenGivenNoDateWithItsZone(text: String) {
        #expect(WireDate.date(from: text) == nil)
    }

    @Test("B045 The 29th of February is a day of every leap year")
    func test_date_parsesALeapDay() {
        #expect(WireDate.date(from: "2020-02-29T00:00:00Z") == Date(timeIntervalSince1970: 1_582_934_400))
    }

    @Test("B043 Dates are written in UTC, to the second, and read back")
    func test_text_isUTCToTheSecond() {
        let date = Date(timeIntervalSince1970: 1_589_973_899)

        #expect(WireDate.text(date) == "2020-05-20T11:24:59Z")
        #expect(WireDate.date(from: WireDate.text(date)) == date)
    }
}
