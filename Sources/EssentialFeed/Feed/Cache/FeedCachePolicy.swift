package import Foundation

/// The rule for how long a cached feed may be shown: for less than seven days, and never if its load time is further in
/// the future than clocks may differ.
package enum FeedCachePolicy {
    /// Seven days of 24 hours, in seconds. Seven calendar days would be 167 hours once a year.
    package static let maximumAge: TimeInterval = 604_800

    package static func isValid(_ loadedAt: Date, at now: Date) -> Bool {
        now.timeIntervalSince(loadedAt) < maximumAge && !isAhead(loadedAt, of: now)
    }

    /// Returns whether a time is further in the future than clocks may differ.
    package static func isAhead(_ loadedAt: Date, of now: Date) -> Bool {
        loadedAt.timeIntervalSince(now) > .clockTolerance
    }
}
