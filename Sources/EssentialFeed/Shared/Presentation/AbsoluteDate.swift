public import Foundation

/// Says when something was, beside what ``RelativeDate`` says.
public struct AbsoluteDate: Sendable {
    private let style: Date.FormatStyle

    /// - Parameter calendar: with the time zone that the date is told in.
    public init(calendar: Calendar, locale: Locale) {
        style = Date.FormatStyle(
            date: .long, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    /// Returns day and time, like "May 20, 2026 at 11:24 AM".
    public func text(for date: Date) -> String {
        style.format(date)
    }
}
