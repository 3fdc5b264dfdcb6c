package import Foundation

/// What every screen with times and loads gets from its program.
package struct ScreenContext: Sendable {
    package let now: @Sendable () -> Date
    package let calendar: Calendar
    package let language: Language
    /// Measures the waits between loads while offline; if it is `nil`, screens load only on request.
    package let reconnectClock: (any Clock<Duration>)?
    /// Receives each error that a screen doesn't show.
    package let report: @Sendable (any Error) -> Void

    package init(
        now: @escaping @Sendable () -> Date, calendar: Calendar = .current, language: Language,
        reconnectClock: (any Clock<Duration>)? = nil, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.now = now
        self.calendar = calendar
        self.language = language
        self.reconnectClock = reconnectClock
        self.report = report
    }
}
