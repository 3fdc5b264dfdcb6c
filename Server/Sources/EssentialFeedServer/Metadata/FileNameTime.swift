import Foundation

/// The time that a phone, a messenger or a program for screenshots has written into a file's name.
struct FileNameTime: Hashable, Sendable {
    private static let firstYear = 1990
    /// Pixel phones write UTC, and so does OneDrive for those of Apple.
    private static let (universalPrefix, universalSuffix) = (Array("PXL_".utf8), Array("_iOS".utf8))
    /// The words before the milliseconds since 1970 in the names of messengers. Elsewhere, the digits may be any number.
    private static let countWords: Set<Substring> = [
        "camera", "image", "img", "line", "mid", "mmexport", "photo", "pic", "picture", "received", "screenshot",
    ]
    private static let countLength = 13
    /// A form of cameras, in which any digit may replace a zero.
    private static let cameraForm = Array("0000_0000_000000".utf8)
    private static let secondsOfDay = 86_400.0

    let time: CaptureTime
    let hasClock: Bool

    /// Returns `nil` if the name has no date from 1990 to tomorrow.
    init?(_ name: [UInt8], now: Date) {
        if let time = Self.counted(name) {
            guard Self.isPossible(time, now) else { return nil }
            (self.time, hasClock) = (time, true)
            return
        }
        for start in name.indices where name[start].isDigit && (start == 0 || !name[start - 1].isDigit) {
            var scanner = TimeScanner(name, from: start)
            guard !Self.isAfterDay(name, start),
                let date = Self.cameraDay(name, &scanner) ?? scanner.date() ?? Self.dayFirst(name, &scanner),
                date.isComplete
            else { continue }
            let end = scanner.position
            var clock = scanner.clock()
            // A number after spaces may be anything.
            let isFollowed = scanner.position < name.count && name[scanner.position].isDigit
            if clock?.second == nil || isFollowed && name[end..<scanner.position].contains(0x20) {
                (clock, scanner) = (nil, TimeScanner(name, from: end))
            }
            if clock != nil, let milliseconds = scanner.number(3) { clock?.nanosecond = milliseconds * 1_000_000 }
            let rest = name[scanner.position...]
            let isUniversal =
                name[..<start].suffix(Self.universalPrefix.count).elementsEqual(Self.universalPrefix)
                || rest.starts(with: Self.universalSuffix)
                || rest.first == UInt8(ascii: "Z") && !Self.isLetter(rest.dropFirst().first)
            guard rest.first?.isDigit != true,
                let time = CaptureTime(date, clock, offset: isUniversal && clock != nil ? 0 : nil),
                Self.isPossible(time, now)
            else { continue }
            (self.time, hasClock) = (time, clock != nil)
            return
        }
        return nil
    }

    private static func isPossible(_ time: CaptureTime, _ now: Date) -> Bool {
        // Somewhere on earth, it is already tomorrow.
        time.year >= firstYear && time.date(in: .gmt).map { $0 <= now + secondsOfDay } ?? false
    }

    private static func isLetter(_ byte: UInt8?) -> Bool {
        byte.map { Character(Unicode.Scalar($0)).isLetter } ?? false
    }

    /// Returns whether a year at a position ends a date, as in `20-05-2020`.
    private static func isAfterDay(_ name: [UInt8], _ position: Int) -> Bool {
        guard position >= 6, [name[position - 1], name[position - 4]].allSatisfy({ "-.".utf8.contains($0) }) else {
            return false
        }
        // Eight digits are a separate date.
        let isLonger = name.count > position + 4 && name[position + 4].isDigit
        return name[position - 1] == name[position - 4] && !(position > 6 && name[position - 7].isDigit) && !isLonger
            && [2, 3, 5, 6].allSatisfy { name[position - $0].isDigit }
    }

    /// Reads a date that begins with the day, such as `20-05-2020`. If it could also begin with the month, reads only
    /// Telegram's form, after `@`, or one with points.
    private static func dayFirst(_ name: [UInt8], _ scanner: inout TimeScanner) -> TimeScanner.Day? {
        let (start, length) = (scanner.position, 10)
        guard start + length <= name.count, isAfterDay(name, start + 6) else { return nil }
        func number(_ range: Range<Int>) -> Int { name[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
        guard name[start + 6..<start + length].allSatisfy(\.isDigit) else { return nil }
        var (day, month) = (number(start..<start + 2), number(start + 3..<start + 5))
        let isKnown = name[start + 2] == UInt8(ascii: ".") || start > 0 && name[start - 1] == UInt8(ascii: "@")
        guard isKnown || max(day, month) > 12 else { return nil }
        if month > 12 { (day, month) = (month, day) }
        scanner = TimeScanner(name, from: start + length)
        return TimeScanner.Day(year: number(start + 6..<start + length), month: month, day: day)
    }

    /// Reads a date such as `2011_0206`. Because four digits may count anything, a time of six digits must follow.
    private static func cameraDay(_ name: [UInt8], _ scanner: inout TimeScanner) -> TimeScanner.Day? {
        let start = scanner.position
        guard name[start...].prefix(cameraForm.count).map({ $0.isDigit ? 0x30 : $0 }) == cameraForm,
            let year = scanner.number(4)
        else { return nil }
        scanner = TimeScanner(name, from: start + 5)
        guard let month = scanner.number(2), let day = scanner.number(2) else { return nil }
        return TimeScanner.Day(year: year, month: month, day: day)
    }

    private static func counted(_ name: [UInt8]) -> CaptureTime? {
        let digits = name.drop { !$0.isDigit }.prefix { $0.isDigit }
        guard digits.count == countLength, let milliseconds = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let words = String(decoding: name[..<digits.startIndex], as: UTF8.self).lowercased()
        guard words.isEmpty || countWords.contains(words.split { !$0.isLetter }.last ?? "") else { return nil }
        let date = Date(timeIntervalSince1970: (Double(milliseconds) + 0.5) / 1_000)
        return CaptureTime(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// Returns the point in time. A name without a time of day contains only the day; if the file was written on that
    /// day, it is the file's time.
    func date(in zone: TimeZone, written: Date) -> Date? {
        guard let date = time.date(in: zone) else { return nil }
        return !hasClock && Calendar.gregorian(in: zone).isDate(written, inSameDayAs: date) ? written : date
    }
}
