/// Decides when a screen loads again on its own: after growing waits, while there is no connection and somebody may look
/// at the screen.
package struct ReconnectAttempts: Hashable, Sendable {
    /// What is to be done about the wait.
    package enum Action: Hashable, Sendable {
        /// Waits, and then calls ``ReconnectAttempts/waitEnded()``.
        case wait(Duration)
        /// Ends the wait that is running.
        case cancelWait
    }

    /// How long the first waits are; the last of them is repeated. A server that returns is found within 15 seconds.
    package static let delays: [Duration] = [.seconds(2), .seconds(4), .seconds(8), .seconds(10)]

    private var isInForeground = false
    private var isOffline = false
    private var isWaiting = false
    /// How many waits have ended since the connection was lost, or since somebody began to look.
    private var count = 0

    package init() {}

    /// - Parameter isInForeground: Whether somebody may look at the screen.
    package mutating func foregroundChanged(_ isInForeground: Bool) -> [Action] {
        if isInForeground != self.isInForeground { count = 0 }
        self.isInForeground = isInForeground
        return update()
    }

    /// Ends the wait, because a load has started for whatever reason.
    package mutating func loadStarted() -> [Action] {
        cancelWait()
    }

    /// - Parameter isOffline: Whether there was no connection, so that trying again may help.
    package mutating func loadEnded(isOffline: Bool) -> [Action] {
        self.isOffline = isOffline
        if !isOffline { count = 0 }
        return update()
    }

    /// Notes that the wait has ended: it is time for another load.
    package mutating func waitEnded() {
        isWaiting = false
        count += 1
    }

    private mutating func update() -> [Action] {
        guard isOffline, isInForeground else { return cancelWait() }
        guard !isWaiting else { return [] }
        isWaiting = true
        return [.wait(Self.delays[min(count, Self.delays.count - 1)])]
    }

    private mutating func cancelWait() -> [Action] {
        guard isWaiting else { return [] }
        isWaiting = false
        return [.cancelWait]
    }
}
