import Foundation

/// The time at which a camera took an image: the camera's local time, and the time zone if known.
struct CaptureTime: Hashable, Sendable {
    /// The year of the Gregorian calendar, from 1.
    let year: Int
    /// The month, from 1.
    let month: Int
    /// The day of the month, from 1.
    let day: Int
    /// The hour, from 0 to 23.
    let hour: Int
    /// The minute, from 0 to 59.
    let minute: Int
    /// The second, from 0 to 60.
    let second: Int
    /// The time zone's offset from UTC, in seconds, if known; positive east of Greenwich.
    let offset: Int?

    /// Reads texts in EXIF format, such as `2020:05:20 11:24:59` and `+02:00`.
    ///
    /// Returns `nil` if the text isn't a time. A malformed offset is ignored.
    init?(_ text: String, offset: String? = nil) {
        // Each `0` matches a digit.
        guard
            let numbers = Self.numbers(text, like: "0000:00:00 00:00:00")
                ?? Self.numbers(text, like: "0000:00:00T00:00:00")
        else { return nil }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
        guard year > 0, (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            Self.isDay(year: year, month: month, day: day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.offset = offset.flatMap(Self.seconds)
    }

    /// The time and the offset in EXIF format, as read by ``init(_:offset:)``.
    var texts: (time: String, offset: String?) {
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let time =
            "\(padded(year, 4)):\(padded(month)):\(padded(day)) \(padded(hour)):\(padded(minute)):\(padded(second))"
        let zone = offset.map {
            "\($0 < 0 ? "-" : "+")\(padded(abs($0) / 3600)):\(padded(abs($0) / 60 % 60))"
        }
        return (time, zone)
    }

    /// Returns the point in time. Without a time zone offset, the camera's time is taken to be in the given zone.
    func date(in zone: TimeZone) -> Date? {
        Self.calendar(in: offset.flatMap { TimeZone(secondsFromGMT: $0) } ?? zone).date(
            from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
    }

    private static func isDay(year: Int, month: Int, day: Int) -> Bool {
        DateComponents(year: year, month: month, day: day).isValidDate(in: calendar(in: .gmt))
    }

    private static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    private static func seconds(_ text: String) -> Int? {
        let sign = text.hasPrefix("-") ? -1 : 1
        guard let numbers = numbers(text, like: sign < 0 ? "-00:00" : "+00:00"), numbers[0] <= 15, numbers[1] < 60
        else {
            return nil
        }
        return (numbers[0] * 3600 + numbers[1] * 60) * sign
    }

    /// Reads the numbers of a text that has digits in place of the pattern's zeros and otherwise equals the pattern.
    ///
    /// Returns `nil` for any other text.
    private static func numbers(_ text: String, like pattern: StaticString) -> [Int]? {
        guard text.utf8.count == pattern.utf8CodeUnitCount else { return nil }
        var numbers: [Int] = []
        var isInNumber = false
        for (index, byte) in text.utf8.enumerated() {
            let expected = pattern.utf8Start[index]
            guard expected == UInt8(ascii: "0") else {
                guard byte == expected else { return nil }
                isInNumber = false
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            if !isInNumber { numbers.append(0) }
            numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            isInNumber = true
        }
        return numbers
    }
}
