package import Foundation

package struct AbsoluteDate: Sendable {
    private let style: Date.FormatStyle

    package init(calendar: Calendar, locale: Locale) {
        style = Date.FormatStyle(
            date: .long, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    /// Returns the date and time, like "May 20, 2026 at 11:24 AM".
    package func text(for date: Date) -> String { style.format(date) }
}
