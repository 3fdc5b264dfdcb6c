public import Foundation

/// How far the clocks of two machines, or one clock before and after it was set, may disagree.
public enum ClockTolerance {
    /// The greatest difference that counts as none, in seconds.
    public static let seconds: TimeInterval = 300

    /// Returns whether a date is further ahead of the current one than clocks may disagree, so that one of the two was
    /// taken from a wrong clock.
    public static func isAhead(_ date: Date, of now: Date) -> Bool {
        date.timeIntervalSince(now) > seconds
    }
}
