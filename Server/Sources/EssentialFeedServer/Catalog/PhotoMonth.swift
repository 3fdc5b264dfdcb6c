import Foundation
import GRDB

/// A month of the feed. It contains photos by their places: photos of the first import by their dates, later ones by
/// the time of their addition. So the months follow the feed's order, and none appears twice.
struct PhotoMonth: Hashable, Sendable {
    /// In seconds. Photos of one time have places right after each other, a moment before their time.
    private static let tolerance = 0.1

    private let interval: DateInterval
    /// The month in digits, like "2026-05".
    let id: String

    init?(of rank: Double, in zone: TimeZone) {
        self.init(with: Date(timeIntervalSinceReferenceDate: Self.tolerance - rank), in: .gregorian(in: zone))
    }

    init?(id: String, in zone: TimeZone) {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        let calendar = Calendar.gregorian(in: zone)
        guard parts.map(\.count) == [4, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            (1...12).contains(month), let start = calendar.date(from: DateComponents(year: year, month: month))
        else { return nil }
        self.init(with: start, in: calendar)
    }

    private init?(with date: Date, in calendar: Calendar) {
        guard let interval = calendar.dateInterval(of: .month, for: date) else { return nil }
        self.interval = interval
        let parts = calendar.dateComponents([.year, .month], from: interval.start)
        id = String(format: "%04ld-%02ld", parts.year ?? 0, parts.month ?? 0)
    }

    var start: Date { interval.start }
    /// The highest rank of the month's photos.
    var lastRank: Double { Self.tolerance - interval.start.timeIntervalSinceReferenceDate }
    /// The position after the photos of all newer months.
    var position: FeedPosition {
        let newer = Self.tolerance - interval.end.timeIntervalSinceReferenceDate
        return FeedPosition(rank: newer.nextUp, id: FeedPosition.start.id)
    }
}

extension PhotoMonth {
    static func nextRankSQL(of photos: String) -> String {
        "SELECT rank FROM \(photos) AND rank > ? ORDER BY rank LIMIT 1"
    }

    static func countSQL(of photos: String) -> String {
        "SELECT count(*) FROM \(photos) AND rank >= ? AND rank <= ?"
    }
}

extension Database {
    /// Returns the number of photos in each month that has any. Reads nothing but an index.
    /// - Parameter photos: A table of photos with their ranks, and the condition of its rank index.
    func months(of photos: String, in zone: TimeZone) throws -> [PhotoMonth: Int] {
        let next = try cachedStatement(sql: PhotoMonth.nextRankSQL(of: photos))
        let count = try cachedStatement(sql: PhotoMonth.countSQL(of: photos))
        var months: [PhotoMonth: Int] = [:]
        var last = -Double.infinity
        while let first = try Double.fetchOne(next, arguments: [last]), let month = PhotoMonth(of: first, in: zone) {
            last = max(first, month.lastRank)
            months[month, default: 0] += try Int.fetchOne(count, arguments: [first, last]) ?? 0
        }
        return months
    }
}
