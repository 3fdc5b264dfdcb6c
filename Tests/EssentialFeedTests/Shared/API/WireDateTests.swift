import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite struct WireDateTests {
    @Test(
        arguments: [
            ("2020-05-20T11:24:59Z", 0.0), ("2020-05-20t11:24:59z", 0), ("2020-05-20T11:24:59+00:00", 0),
            ("2020-05-20T11:24:59+0000", 0), ("2020-05-20T11:24:59-00:00", 0), ("2020-05-20T13:24:59+02", 0),
            ("2020-05-20T13:54:59+02:30", 0), ("2020-05-20T07:54:59-0330", 0), ("2020-05-21T01:24:59+14:00", 0),
            ("2020-05-20T11:24:59.5Z", 0.5), ("2020-05-20T11:24:59.250+0000", 0.25),
            ("2020-05-20T11:24:59.123456+00:00", 0.123_456),
        ])
    func `B045 Every notation of the zone parses, and so do fractions`(text: String, fraction: TimeInterval) throws {
        let date = try #require(WireDate.date(from: text))

        #expect(abs(date.timeIntervalSince1970 - (1_589_973_899 + fraction)) < 0.001)
    }

    @Test(
        arguments: [
            "2020-05-20T11:24:59", "2020-05-20T11:24:59.5", "2020-05-20", "2020-05-20 11:24:59Z", "",
            "2020-05-20T11:24:59Z ", "2020-05-20T11:24:59Z+00:00", "2020-05-20T11:24:59ZZ", " 2020-05-20T11:24:59Z",
            "2020-05-20T11:24Z", "2020-05-20T11:24:59.Z", "2020-05-20T11:24:59+0", "2020-05-20T11:24:59+00:0",
            "20-05-20T11:24:59Z", "2020-5-20T11:24:59Z", "2020-13-20T11:24:59Z", "2020-00-20T11:24:59Z",
            "2020-05-00T11:24:59Z", "2020-05-32T11:24:59Z", "2020-02-30T11:24:59Z", "2021-02-29T11:24:59Z",
            "2020-04-31T11:24:59Z", "2020-05-20T24:00:00Z", "2020-05-20T11:60:00Z", "2020-05-20T11:24:61Z",
            "2020-05-20T11:24:59+99:00", "2020-05-20T11:24:59+00:60", "٢٠٢٠-05-20T11:24:59Z",
        ])
    func `B044 B045 A date that has no zone, has more than one or isn't in the calendar does not parse`(text: String) {
        #expect(WireDate.date(from: text) == nil)
    }

    @Test func `B045 The 29th of February is a day of every leap year`() {
        #expect(WireDate.date(from: "2020-02-29T00:00:00Z") == Date(timeIntervalSince1970: 1_582_934_400))
    }

    @Test func `B043 Dates are written in UTC, to the second, and read back`() {
        let date = Date(timeIntervalSince1970: 1_589_973_899)

        #expect(WireDate.text(date) == "2020-05-20T11:24:59Z")
        #expect(WireDate.date(from: WireDate.text(date)) == date)
    }

    @Test func `Dates are read exactly as a regular expression and a calendar read them`() {
        var generator = SeededGenerator(seed: 78)
        var texts = (0..<2_000).map { _ in Self.randomText(&generator) }
        for year in ["0001", "0004", "0100", "1500", "1582", "1583", "1700", "1900", "2000", "2001", "9999", "0000"] {
            for day in ["01-01", "02-28", "02-29", "03-01", "10-04", "10-05", "10-14", "10-15", "12-31", "11-31"] {
                texts.append("\(year)-\(day)T23:59:60Z")
            }
        }
        for digits in 1...12 { texts.append("2020-05-20T11:24:59.\(String(repeating: "9", count: digits))Z") }
        for offset in ["+18:00", "+18:01", "-18:00", "-1801", "+19", "+14", "-00:00", "+٠٠:00"] {
            texts.append("2020-05-20T11:24:59\(offset)")
        }
        let whole = Array("2020-05-20T11:24:59.25+02:30".utf8)
        for index in whole.indices {
            for byte in Array("0159:-+.TtZz \u{0}".utf8) {
                var text = whole
                text[index] = byte
                texts.append(String(decoding: text, as: UTF8.self))
            }
            texts.append(String(decoding: whole[..<index], as: UTF8.self))
        }
        texts += ["2020-05-20T11:24:59Z\u{301}", "2020-05-20T11:24:59Z\n", "2020-05-20T11:24:59.٥Z"]
        for text in texts { #expect(WireDate.date(from: text) == Self.calendarsDate(text), "\(text)") }
    }

    /// Returns a date, or almost one.
    private static func randomText(_ generator: inout SeededGenerator) -> String {
        func number(_ range: ClosedRange<Int>, _ digits: Int) -> String {
            let text = String(Int.random(in: range, using: &generator))
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        var text = "\(number(0...9999, 4))-\(number(0...13, 2))-\(number(0...32, 2))T"
        text += "\(number(0...24, 2)):\(number(0...60, 2)):\(number(0...61, 2))"
        if Bool.random(using: &generator) {
            text += ".\(number(0...999_999_999, Int.random(in: 0...11, using: &generator)))"
        }
        let zones = [
            "Z", "z", "+00:00", "", "+1:00", "Z ", "-\(number(0...19, 2)):\(number(0...60, 2))",
            "+\(number(0...19, 2))\(number(0...60, 2))", "+\(number(0...19, 2))",
        ]
        return text + zones[Int.random(in: zones.indices, using: &generator)]
    }

    /// Reads a date in the slow and certain way, with a regular expression and a calendar.
    private static func calendarsDate(_ text: String) -> Date? {
        let form = /(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d(:?[0-5]\d)?)/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let day = DateComponents(
            calendar: Calendar(identifier: .gregorian), year: Int(match.1), month: Int(match.2), day: Int(match.3))
        guard day.isValidDate else { return nil }
        do {
            return try Date(text.uppercased(), strategy: .iso8601)
        } catch {
            return nil
        }
    }
}
