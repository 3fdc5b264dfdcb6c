import Foundation

/// The time at which a camera took an image: the camera's local time, and the time zone if known.
struct CaptureTime: Hashable, Sendable {
    enum Completeness {
        /// The time of day, at least to the minute.
        case time
        /// The year. A missing month or day is the first one.
        case year
    }

    /// The possible years of photos. Programs write others, such as 1, 1601 and 9999, for a missing time.
    private static let years = 1826..<9999
    /// In seconds: the step of offsets, and how much earlier or later the position may have been found.
    private static let (quarter, greatestDelay) = (900.0, 120.0)
    /// The offsets of the zones of the earth, in quarters of an hour: half hours, and those of Nepal, Eucla and the Chatham
    /// Islands.
    private static let offsets = Set(stride(from: -48.0, through: 56, by: 2)).union([23, 35, 51, 55])
    /// The greatest difference between a zone's time and solar time, in hours.
    private static let greatestDeviation = 3.5

    /// The date in the Gregorian calendar, from 1826.
    let year, month, day: Int
    /// The time of day; the second may be 60.
    let hour, minute, second: Int
    /// The fraction of the second, in billionths.
    let nanosecond: Int
    /// The time zone's offset from UTC, in seconds, if known; positive east of Greenwich.
    private(set) var offset: Int?

    /// Reads texts in the formats of EXIF, XMP, IPTC and of programs that deviate from them, such as
    /// `2020:05:20 11:24:59`, `2020-05-20T11:24:59.5+02:00` and `20200520112459`.
    ///
    /// Returns `nil` if the text isn't a time. Ignores what follows a whole time, and a malformed offset.
    /// - Parameters:
    ///   - offset: The offset of a text without one, such as `+02:00`.
    ///   - fraction: The digits of the second's fraction of a text without one.
    init?(_ text: String, offset: String? = nil, fraction: String? = nil, atLeast least: Completeness = .time) {
        var scanner = TimeScanner(text)
        guard let date = scanner.date() else { return nil }
        let clock = scanner.clock()
        guard clock != nil || least == .year else { return nil }
        var rest = scanner
        let own = rest.offset()
        if own != nil { scanner = rest }
        // A text after a part of a date may be the rest of it, in words.
        guard date.isComplete || least == .year && scanner.hasOnlyBlanks else { return nil }
        self.init(date, clock, offset: own ?? offset.flatMap { TimeScanner.offset(of: $0) }, fraction)
    }

    /// - Parameter clock: If `nil`, the time is noon, which is on the same day for people in almost every time zone.
    init?(_ date: TimeScanner.Day, _ clock: TimeScanner.Clock?, offset: Int?, _ fraction: String? = nil) {
        let clock = clock ?? .noon
        (year, month, day) = (date.year, max(1, date.month), max(1, date.day))
        (hour, minute, second) = (clock.hour, clock.minute, clock.second ?? 0)
        nanosecond = clock.nanosecond ?? fraction.flatMap { TimeScanner.nanosecond(of: $0) } ?? 0
        self.offset = offset
        guard Self.years.contains(year), (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            DateComponents(year: year, month: month, day: day).isValidDate(in: .gregorian(in: .gmt))
        else { return nil }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// The names of zones in mail (RFC 822), with their offsets in hours.
    private static let zones = [
        "GMT": 0, "UT": 0, "UTC": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
        "PDT": -7,
    ]

    /// Reads a PNG's time. Its specification suggests the format of mail: `Wed, 20 May 2020 11:24:59 +0200`. C writes
    /// `Wed May 20 11:24:59 2020`.
    init?(mail text: String) {
        func month(_ word: Substring) -> Int? { Self.months.firstIndex(of: word.prefix(3).lowercased()) }
        var words = text.split { $0 == " " || $0 == "," }
        if let first = words.first, first.allSatisfy(\.isLetter), month(first) == nil { words.removeFirst() }
        if words.count >= 4, month(words[0]) != nil, words[2].contains(":") {
            words = [words[1], words[0], words[3], words[2]] + words[4...]
        }
        guard words.count >= 3, let month = month(words[1]), let day = Int(words[0]),
            words[2].allSatisfy(\.isNumber), let number = Int(words[2])
        else {
            self.init(text, atLeast: .year)
            return
        }
        // Mail had years of two digits once.
        let year = words[2].count > 2 ? number : number + (number < 50 ? 2000 : 1900)
        // A zone without a clock would be a time of day.
        let hasClock = words[3...].contains { $0.contains(":") }
        let rest = (hasClock ? words[3...] : []).map { word in
            guard let hours = Self.zones[word.uppercased()] else { return String(word) }
            return "\(hours < 0 ? "-" : "+")0\(abs(hours)):00"
        }
        self.init(
            "\(year):\(month < 9 ? "0" : "")\(month + 1):\(day < 10 ? "0" : "")\(day) " + rest.joined(separator: " "),
            atLeast: .year)
    }

    /// The time and the offset in EXIF format with the second's fraction, as read by ``init(_:offset:fraction:atLeast:)``.
    var texts: (time: String, offset: String?) {
        var time = String(format: "%04ld:%02ld:%02ld %02ld:%02ld:%02ld", year, month, day, hour, minute, second)
        if nanosecond > 0 {
            time += String(format: ".%09ld", nanosecond)
            while time.last == "0" { time.removeLast() }
        }
        let zone = offset.map {
            ($0 < 0 ? "-" : "+") + String(format: "%02ld:%02ld", abs($0) / 3600, abs($0) / 60 % 60)
        }
        return (time, zone)
    }

    /// Returns the time with the offset derived from the GPS time, if none is known. If the difference isn't the offset
    /// of a zone near the place, the position was found at another time.
    /// - Parameter longitude: The longitude of the position, in degrees, if known.
    func withOffset(from gps: CaptureTime?, longitude: Double? = nil) -> CaptureTime {
        guard offset == nil, let local = date(in: .gmt), let universal = gps?.date(in: .gmt) else { return self }
        let difference = local.timeIntervalSince(universal)
        let quarters = (difference / Self.quarter).rounded()
        guard abs(difference - quarters * Self.quarter) <= Self.greatestDelay,
            Self.offsets.contains(quarters),
            longitude.map({ abs((quarters / 4 - $0 / 15).remainder(dividingBy: 24)) <= Self.greatestDeviation }) ?? true
        else { return self }
        var time = self
        time.offset = Int(quarters * Self.quarter)
        return time
    }

    /// Whether the time of day is zero, which programs write for a missing one.
    var isMidnight: Bool { [hour, minute, second, nanosecond].allSatisfy { $0 == 0 } }

    /// Returns the point in time. Without a time zone offset, the camera's time is taken to be in the given zone.
    func date(in zone: TimeZone) -> Date? {
        Calendar.gregorian(in: offset.flatMap { TimeZone(secondsFromGMT: $0) } ?? zone).date(
            from: DateComponents(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond))
    }
}

extension Calendar {
    static func gregorian(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
