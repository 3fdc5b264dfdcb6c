package import Foundation

/// Formats the date and time of an event.
package struct AbsoluteDate: Sendable {
    private let style: Date.FormatStyle

    /// - Parameters:
    ///   - calendar: The calendar, including the time zone, for the date.
    ///   - locale: The language and conventions of the text.
    package init(calendar: Calendar, locale: Locale) {
        style = Date.FormatStyle(
            date: .long, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    /// Returns the date and time, like "May 20, 2026 at 11:24 AM".
    package func text(for date: Date) -> String { style.format(date) }
}
