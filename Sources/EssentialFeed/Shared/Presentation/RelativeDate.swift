package import Foundation

/// Formats how long ago something happened, in the largest whole unit, rounded down.
package struct RelativeDate: Sendable {
    private let now: Date
    private let calendar: Calendar
    private let locale: Locale

    package init(now: Date, calendar: Calendar, locale: Locale) {
        self.now = now
        self.calendar = calendar
        self.locale = locale
    }

    /// Returns a text like "5 minutes ago" or "1 week ago"; "now" for the current second and for times up to five
    /// minutes in the future.
    package func text(for date: Date) -> String {
        guard !isNow(date) else { return describe(now, .named) }
        let units: [(unit: Calendar.Component, field: Date.RelativeFormatStyle.Field)] = [
            (.year, .year), (.month, .month), (.weekOfYear, .week), (.day, .day), (.hour, .hour), (.minute, .minute),
            (.second, .second),
        ]
        let difference = calendar.dateComponents(Set(units.map { $0.unit }), from: now, to: date)
        for (unit, field) in units {
            guard let count = difference.value(for: unit), count != 0 else { continue }
            // The formatter rounds to the nearest unit, so it gets a date that is a whole number of units away.
            guard let whole = calendar.date(byAdding: unit, value: count, to: now) else { break }
            return describe(whole, .numeric, in: field)
        }
        return describe(now, .named)
    }

    /// Returns whether a date is in the current second, or up to five minutes in the future.
    package func isNow(_ date: Date) -> Bool {
        let seconds = now.timeIntervalSince(date)
        return -.clockTolerance <= seconds && seconds < 1
    }

    private func describe(
        _ date: Date, _ presentation: Date.RelativeFormatStyle.Presentation,
        in field: Date.RelativeFormatStyle.Field? = nil
    ) -> String {
        var style = Date.AnchoredRelativeFormatStyle(
            anchor: date, presentation: presentation, unitsStyle: .wide, locale: locale, calendar: calendar)
        if let field { style.allowedFields = [field] }
        return style.format(now)
    }
}

package struct AbsoluteDate: Sendable {
    private let style: Date.FormatStyle

    package init(calendar: Calendar, locale: Locale) {
        style = Date.FormatStyle(
            date: .long, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    package func text(for date: Date) -> String { style.format(date) }
}
