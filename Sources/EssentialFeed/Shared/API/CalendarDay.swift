/// A day in the historical calendar: Gregorian since 15 October 1582, Julian before.
struct CalendarDay: Hashable, Sendable {
    /// The number of seconds in a day.
    static let seconds = 86_400

    let year: Int
    let month: Int
    let day: Int

    /// Creates a day, or returns `nil` if the calendar doesn't have the day or the year isn't from 1 to 9999.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day),
            // The ten days skipped by the calendar reform.
            (year, month) != (1582, 10) || !(5...14).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a day in the Gregorian calendar.
    /// - Parameter days: The number of days since 1 January 2001, not before the reform or after 9999.
    init(gregorianDaysSinceReferenceDate days: Int) {
        // Every 400 years have the same number of days.
        let (era, dayOfEra) = (days - Self.referenceDay).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1 January 2001.
    var daysSinceReferenceDate: Int {
        // Years begin in March here, so that the leap day is the last day of the year.
        let yearFromMarch = month <= 2 ? year - 1 : year
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let days = 365 * yearFromMarch + yearFromMarch / 4 + (153 * monthFromMarch + 2) / 5 + day - 1
        let isGregorian = (year, month, day) >= (1582, 10, 15)
        return Self.referenceDay + days + (isGregorian ? yearFromMarch / 400 - yearFromMarch / 100 : -2)
    }

    /// 1 March of year 0 in the Gregorian calendar, in days since 1 January 2001.
    private static let referenceDay = -730_791

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
