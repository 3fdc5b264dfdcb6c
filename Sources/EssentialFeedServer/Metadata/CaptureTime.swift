import Foundation

/// When a camera says it took a picture: the clock's reading, and the zone where the camera knew it.
struct CaptureTime: Hashable, Sendable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    /// Seconds east of Greenwich.
    let offset: Int?

    /// Reads EXIF's `2020:05:20 11:24:59` and `+02:00`.
    /// - Returns: `nil` for what is no date; a malformed offset counts as none.
    init?(_ text: String, offset: String? = nil) {
        guard let parts = text.wholeMatch(of: /(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/)?.output,
            let year = Int(parts.1), let month = Int(parts.2), let day = Int(parts.3),
            let hour = Int(parts.4), let minute = Int(parts.5), let second = Int(parts.6),
            year > 0, (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            Self.isDay(year: year, month: month, day: day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.offset = offset.flatMap(Self.seconds)
    }

    /// EXIF's two texts, as ``init(_:offset:)`` reads them.
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

    /// The moment, in the zone given where the camera named none.
    func date(in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = offset.flatMap { TimeZone(secondsFromGMT: $0) } ?? zone
        return calendar.date(
            from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
    }

    private static func isDay(year: Int, month: Int, day: Int) -> Bool {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return days.indices.contains(month - 1) && (1...days[month - 1]).contains(day)
    }

    private static func seconds(_ text: String) -> Int? {
        guard let parts = text.wholeMatch(of: /([+-])(\d\d):(\d\d)/)?.output,
            let hours = Int(parts.2), let minutes = Int(parts.3), hours <= 15, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (parts.1 == "-" ? -1 : 1)
    }
}
