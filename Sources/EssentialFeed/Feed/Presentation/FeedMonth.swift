package import Foundation

/// Consecutive images of the feed that were taken in the same month.
package struct FeedMonth: Hashable, Sendable {
    package internal(set) var images: Range<Int>
    /// The month and the year, like "June 2026", or that the date is unknown.
    package let name: String
    /// The name in short, like "Jun 2026".
    package let shortName: String
    package let year: String?

    package init(images: Range<Int>, name: String, shortName: String, year: String?) {
        self.images = images
        self.name = name
        self.shortName = shortName
        self.year = year
    }

    /// Returns the months of a feed in the order of its images; none if no image has a date.
    package static func months(of images: [FeedImage], calendar: Calendar, language: Language) -> [FeedMonth] {
        var known = KnownMonths(calendar: calendar, locale: language.locale)
        var months: [FeedMonth] = []
        var current: KnownMonths.Month?
        for (position, image) in images.enumerated() {
            let month = image.createdAt.flatMap { known.month(of: $0) }
            if month != current || months.isEmpty {
                let unknown = language.text(FeedStrings.unknownDate)
                months.append(
                    FeedMonth(
                        images: position..<position, name: month?.name ?? unknown,
                        shortName: month?.shortName ?? unknown, year: month?.year))
                current = month
            }
            months[months.count - 1].images = months[months.count - 1].images.lowerBound..<position + 1
        }
        return months.count == 1 && months[0].year == nil ? [] : months
    }
}

/// The months of earlier dates: asking a calendar for each of 100,000 dates takes too long.
private struct KnownMonths {
    struct Month: Equatable {
        let interval: DateInterval
        let name: String
        let shortName: String
        let year: String

        static func == (left: Month, right: Month) -> Bool { left.interval == right.interval }
    }

    private let calendar: Calendar
    private let nameStyle: Date.FormatStyle
    private let shortNameStyle: Date.FormatStyle
    private let yearStyle: Date.FormatStyle
    /// In ascending order.
    private var months: [Month] = []
    private var last: Month?

    init(calendar: Calendar, locale: Locale) {
        self.calendar = calendar
        let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        nameStyle = style.year().month(.wide)
        shortNameStyle = style.year().month(.abbreviated)
        yearStyle = style.year()
    }

    mutating func month(of date: Date) -> Month? {
        if let last, last.interval.start <= date, date < last.interval.end { return last }
        let next = months.partitioningIndex { $0.interval.start > date }
        if next > 0, date < months[next - 1].interval.end {
            last = months[next - 1]
        } else if let interval = calendar.dateInterval(of: .month, for: date) {
            func text(_ style: Date.FormatStyle) -> String {
                let text = style.format(interval.start)
                return text.prefix(1).uppercased() + text.dropFirst()
            }
            let month = Month(
                interval: interval, name: text(nameStyle), shortName: text(shortNameStyle), year: text(yearStyle))
            months.insert(month, at: next)
            last = month
        } else {
            last = nil
        }
        return last
    }
}
