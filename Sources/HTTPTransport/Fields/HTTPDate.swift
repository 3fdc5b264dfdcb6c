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
