public import Foundation

/// Says on which day and at what time something happened.
public struct AbsoluteDate: Sendable {
    private let style: Date.FormatStyle

    /// - Parameters:
    ///   - calendar: The calendar, with the time zone, that the date is written in.
    ///   - locale: The language and conventions of the text.
    public init(calendar: Calendar, locale: Locale) {
        style = Date.FormatStyle(
            date: .long, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    /// Returns day and time, like "May 20, 2026 at 11:24 AM".
    public func text(for date: Date) -> String {
        style.format(date)
    }
}
