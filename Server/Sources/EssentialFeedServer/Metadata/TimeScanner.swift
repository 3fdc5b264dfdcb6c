/// Reads the parts of a time from a text, from left to right.
struct TimeScanner {
    /// A date, in which a missing month or day is 0.
    struct Day {
        let year: Int
        var month = 0
        var day = 0

        var isComplete: Bool { month > 0 && day > 0 }
    }

    struct Clock {
        static let noon = Clock(hour: 12, minute: 0, nanosecond: 0)

        var hour: Int
        let minute: Int
        var second: Int?
        var nanosecond: Int?
    }

    private static let dateSeparators = Set(":-/._ ".utf8)
    private static let clockSeparators = Set(":.-_ h".utf8)
    /// The separator of hours and minutes, where another one follows.
    private static let (hours, minutes) = (UInt8(ascii: "h"), UInt8(ascii: "m"))
    private static let betweenDateAndClock = Set(" Tt_-.,:".utf8)
    private static let endsOfWords = betweenDateAndClock.subtracting("Tt".utf8)
    /// The maximum number of bytes of a word between the date and the time of day.
    private static let longestWord = 12
    /// The greatest offset from UTC, in hours.
    private static let greatestOffset = 15

    private let bytes: [UInt8]
    private(set) var position = 0

    /// - Parameter text: Leading spaces are skipped.
    init(_ text: String) {
        self.init(Array(text.utf8))
        skip([0x20], atMost: .max)
    }

    init(_ bytes: [UInt8], from position: Int = 0) {
        (self.bytes, self.position) = (bytes, position)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var isAtDigit: Bool { next?.isDigit ?? false }

    /// Whether nothing follows but characters in place of missing numbers.
    var hasOnlyBlanks: Bool {
        bytes[position...].allSatisfy { $0 == 0x30 || $0 <= 0x20 || Self.dateSeparators.contains($0) }
    }

    /// Reads a year, and a month and a day if they follow. All separators must be the same.
    mutating func date() -> Day? {
        guard let year = number(4) else { return nil }
        var day = Day(year: year)
        let separator = takeSeparator(Self.dateSeparators)
        guard let month = padded(after: separator) else { return isAtDigit ? nil : day }
        day.month = month
        let start = position
        guard takeSeparator(Self.dateSeparators) == separator, let number = padded(after: separator) else {
            position = start
            return isAtDigit ? nil : day
        }
        day.day = number
        return day
    }

    /// Reads the time of day that follows a date. Leaves the position unchanged if there is none.
    mutating func clock() -> Clock? {
        let start = position
        let isSeparated = skipToClock()
        guard let hour = number(2) ?? (isSeparated ? number(1) : nil) else { return nothing(since: start) }
        let separator = takeSeparator(Self.clockSeparators)
        guard let minute = padded(after: separator) else { return nothing(since: start) }
        var clock = Clock(hour: hour, minute: minute)
        let end = position
        let isSame =
            separator == Self.hours
            ? takeSeparator([Self.minutes]) != nil : takeSeparator(Self.clockSeparators) == separator
        if isSame {
            guard let second = padded(after: separator) else {
                guard !isAtDigit else { return nothing(since: start) }
                position = end
                return clock
            }
            clock = Clock(hour: hour, minute: minute, second: second, nanosecond: fraction())
        } else {
            position = end
        }
        adjustForHalfOfDay(&clock)
        return clock
    }

    private mutating func nothing(since start: Int) -> Clock? {
        position = start
        return nil
    }

    private mutating func skipToClock() -> Bool {
        let start = position
        skip(Self.betweenDateAndClock, atMost: 2)
        // A word such as "at", which screenshots have in their language.
        let word = bytes[position...].prefix(Self.longestWord).prefix { !$0.isDigit }
        if position > start, let last = word.last, Self.endsOfWords.contains(last) { position += word.count }
        return position > start
    }

    private mutating func fraction() -> Int? {
        guard let next, [UInt8(ascii: "."), UInt8(ascii: ",")].contains(next), position + 1 < bytes.count,
            bytes[position + 1].isDigit
        else { return nil }
        position += 1
        let digits = bytes[position...].prefix { $0.isDigit }
        position += digits.count
        return Self.nanosecond(of: String(decoding: digits, as: UTF8.self))
    }

    /// Adds the twelve hours of the afternoon if `PM`, `p. m.` or `μ.μ.` follows, after any kind of space.
    private mutating func adjustForHalfOfDay(_ clock: inout Clock) {
        let text = String(decoding: bytes[position...].prefix(24), as: UTF8.self)
        var rest = text[...]
        func take() -> Character? {
            rest = rest.drop { $0.isWhitespace }
            return rest.popFirst()
        }
        guard let first = take() else { return }
        let isAbbreviated = rest.first == "."
        if isAbbreviated { rest.removeFirst() }
        guard let second = take(), rest.first?.isLetter != true else { return }
        if isAbbreviated, rest.first == "." { rest.removeFirst() }
        let isPossible = (1...12).contains(clock.hour)
        switch "\(first)\(second)".uppercased() {
        case "AM", "\u{3A0}\u{39C}": clock.hour = isPossible ? clock.hour % 12 : clock.hour
        case "PM", "\u{39C}\u{39C}": clock.hour = isPossible ? clock.hour % 12 + 12 : clock.hour
        default: return
        }
        position += text[..<rest.startIndex].utf8.count
    }

    /// Reads an offset from UTC, in seconds: `Z`, `+02:00`, `+2:00`, `+0200` or `+02`.
    mutating func offset() -> Int? {
        skip([0x20], atMost: .max)
        guard let sign = next else { return nil }
        position += 1
        guard !"Zz".utf8.contains(sign) else { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let twoDigits = number(2)
        guard let hours = twoDigits ?? number(1), hours <= Self.greatestOffset else { return nil }
        let isSeparated = takeSeparator([UInt8(ascii: ":")]) != nil
        let minutes = number(2) ?? (twoDigits != nil && !isSeparated && !isAtDigit ? 0 : nil)
        guard let minutes, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    static func offset(of text: String) -> Int? {
        var scanner = TimeScanner(text)
        return scanner.offset()
    }

    /// Returns the billionths of a second that the digits after a decimal point mean.
    static func nanosecond(of digits: String) -> Int? {
        let digits = digits.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }.prefix(9)
        return digits.isEmpty ? nil : Int(digits + String(repeating: "0", count: 9 - digits.count))
    }

    // MARK: Characters

    mutating func number(_ count: Int) -> Int? {
        guard bytes.count - position >= count, bytes[position..<position + count].allSatisfy(\.isDigit) else {
            return nil
        }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads a number of two digits, of which programs may have replaced the first by a space.
    private mutating func padded(after separator: UInt8?) -> Int? {
        if let number = number(2) { return number }
        guard let separator, separator != 0x20, next == 0x20 else { return nil }
        position += 1
        if let number = number(1), !isAtDigit { return number }
        position -= bytes[position - 1] == 0x20 ? 1 : 2
        return nil
    }

    private mutating func takeSeparator(_ separators: Set<UInt8>) -> UInt8? {
        guard let next, separators.contains(next) else { return nil }
        position += 1
        return next
    }

    private mutating func skip(_ skipped: Set<UInt8>, atMost count: Int) {
        position += bytes[position...].prefix(count).prefix(while: skipped.contains).count
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
}
