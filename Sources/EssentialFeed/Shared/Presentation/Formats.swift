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
    package func text(for date: Date) -> String {
        style.format(date)
    }
}

/// Formats how long ago something happened, in the largest whole unit, rounded down.
package struct RelativeDate: Sendable {
    private let now: Date
    private let calendar: Calendar
    private let locale: Locale

    /// - Parameters:
    ///   - now: The current time.
    ///   - calendar: The calendar whose units are counted.
    ///   - locale: The language and conventions of the text.
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

/// Formats a number of bytes for display, in powers of 1,000.
package enum ByteCount {
    /// - Parameter language: The language of the text, which determines the decimal separator.
    package static func text(_ bytes: Int, in language: Language) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
            value /= 1000
            unit = next
        }
        let tenths = (value * 10).rounded() / 10
        guard tenths < 10, tenths != tenths.rounded() else { return "\(Int(value.rounded())) \(unit)" }
        let separator = language.locale.decimalSeparator ?? "."
        return "\(tenths) \(unit)".replacing(".", with: separator)
    }
}
