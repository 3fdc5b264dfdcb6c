import Foundation

/// Parses HTTP dates (RFC 9110, 5.6.7).
enum HTTPDate {
    /// The preferred form, and the two obsolete forms that a recipient must also accept.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// Returns the date in the text, or `nil` if the text isn't a date.
    ///
    /// The preferred form is tried first, because parsing it takes about a hundredth of the time, nearly all servers
    /// send it, and each image's response has several dates.
    static func date(from text: String) -> Date? {
        preferred(text) ?? anyForm(text)
    }

    /// Parses any of the three forms with Foundation's formatter.
    static func anyForm(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}

extension HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date in a text of the form `Sun, 06 Nov 1994 08:49:37 GMT`, or `nil` if the text has another form or
    /// the day doesn't exist.
    static func preferred(_ text: String) -> Date? {
        let text = Array(text.utf8)
        func has(_ expected: String, at start: Int) -> Bool {
            text[start..<start + expected.utf8.count].elementsEqual(expected.utf8)
        }
        func number(_ digits: Range<Int>) -> Int? {
            text[digits].reduce(0) { number, digit in
                number.flatMap { (0x30...0x39).contains(digit) ? $0 * 10 + Int(digit & 0x0F) : nil }
            }
        }
        guard text.count == 29, has(", ", at: 3), text[7] == 0x20, text[11] == 0x20, text[16] == 0x20,
            text[19] == 0x3A, text[22] == 0x3A, has(" GMT", at: 25),
            let day = number(5..<7), let month = months.firstIndex(where: { has($0, at: 8) }),
            // The Gregorian calendar began in October 1582.
            let year = number(12..<16), year > 1_582,
            let hour = number(17..<19), hour < 24, let minute = number(20..<22), minute < 60,
            let second = number(23..<25), second < 60
        else { return nil }
        let first = daysSince1970(year, month)
        let next = month == 11 ? daysSince1970(year + 1, 0) : daysSince1970(year, month + 1)
        guard (1...next - first).contains(day) else { return nil }
        let days = first + day - 1
        // The first of January 1970 was a Thursday.
        let weekday = ((days + 4) % 7 + 7) % 7
        guard has(weekdays[weekday], at: 0) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    /// Returns the number of days from 1 January 1970 to the first day of a month. Months count from 0.
    private static func daysSince1970(_ year: Int, _ month: Int) -> Int {
        let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month]
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        let years = year - 1
        let days = years * 365 + years / 4 - years / 100 + years / 400
        return days - 719_162 + before + (isLeap && month > 1 ? 1 : 0)
    }
}
