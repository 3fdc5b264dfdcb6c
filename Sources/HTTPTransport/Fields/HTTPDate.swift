import Foundation

/// Reads dates in the forms of HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
    /// The preferred form, and the two obsolete ones that a recipient must understand as well.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// Returns the date that the text stands for, or `nil` if it isn't a date.
    ///
    /// The preferred form is tried first because reading it takes about a hundredth of the time, nearly all servers send
    /// it, and each image's response has several dates.
    static func date(from text: String) -> Date? {
        preferred(text) ?? anyForm(text)
    }

    /// Returns the date that Foundation's formatter reads in any of the three forms.
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
