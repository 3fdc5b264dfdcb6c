import Foundation
import Synchronization

/// The time of a test, which changes only when the test sets it.
final class TestTime: Sendable {
    private let date: Mutex<Date>

    init(_ date: Date = Date(timeIntervalSinceReferenceDate: 700_000_000.123)) {
        self.date = Mutex(date)
    }

    var value: Date { date.withLock { $0 } }

    /// A closure that returns the test's time, for a use case.
    var now: @Sendable () -> Date {
        { self.value }
    }

    func set(_ newDate: Date) {
        date.withLock { $0 = newDate }
    }
}
