import Foundation

/// Dates as HTTP writes them (RFC 9110, 5.6.7).
enum HTTPDate {
    /// The preferred form and the two obsolete ones, which a recipient must understand too.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    /// As ``anyForm(_:)`` reads it, and some hundred times faster for what is written exactly in the preferred form, as
    /// nearly all of it is: the fields of each image's answer have several dates (N033).
    static func date(from text: String) -> Date? {
        preferred(text) ?? anyForm(text)
    }

    /// By Foundation's formatter, in any of the three forms.
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
