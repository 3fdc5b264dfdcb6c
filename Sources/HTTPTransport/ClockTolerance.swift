public import Foundation

/// How much the clocks of two machines, or one clock before and after it was set, may differ.
public enum ClockTolerance {
    /// The largest difference to ignore, in seconds.
    public static let seconds: TimeInterval = 300

    /// Returns whether a date is ahead of the current one by more than the tolerance, so one of the two clocks was
    /// wrong.
    public static func isAhead(_ date: Date, of now: Date) -> Bool {
        date.timeIntervalSince(now) > seconds
    }
}
