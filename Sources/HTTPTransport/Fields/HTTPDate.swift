import Foundation

/// Parses HTTP dates (RFC 9110, 5.6.7).
enum HTTPDate {
    /// The preferred form, and the two obsolete forms that a recipient must also accept.
    private static let forms = [
        form(
            """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: hour):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """),
        form(
            """
            \(weekday: .wide), \(day: .twoDigits)-\(month: .abbreviated)-\(year: .twoDigits) \
            \(hour: hour):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """),
        form(
            """
            \(weekday: .abbreviated) \(month: .abbreviated) \(day: .defaultDigits) \
            \(hour: hour):\(minute: .twoDigits):\(second: .twoDigits) \(year: .padded(4))
            """),
    ]
    private static let hour = Date.FormatStyle.Symbol.VerbatimHour.twoDigits(
        clock: .twentyFourHour, hourCycle: .zeroBased)

    private static func form(_ format: Date.FormatString) -> Date.ParseStrategy {
        Date.ParseStrategy(format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, isLenient: false)
    }

    /// Returns the date in the text, or `nil` if the text isn't a date.
    static func date(from text: String) -> Date? {
        for form in forms {
            do {
                return try form.parse(text)
            } catch {
                continue
            }
        }
        return nil
    }
}
