public import Foundation
import HTTPTransport

/// Says for how long a saved feed may be shown: less than seven days (B073–B075), and never when its loadedAt lies
/// further in the future than clocks differ (N004).
public enum FeedCachePolicy {
    /// Seven days of 24 hours, in seconds. Calendar days would be an hour short once a year.
    public static let maximumAge: TimeInterval = 604_800

    public static func isValid(_ loadedAt: Date, at now: Date) -> Bool {
        now.timeIntervalSince(loadedAt) < maximumAge && !isAhead(loadedAt, of: now)
    }

    /// Whether the loadedAt lies further in the future than clocks differ (N004).
    public static func isAhead(_ loadedAt: Date, of now: Date) -> Bool {
        ClockTolerance.isAhead(loadedAt, of: now)
    }
}
