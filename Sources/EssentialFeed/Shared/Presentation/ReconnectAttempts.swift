/// Decides when a screen reloads by itself: after increasing delays, while it is in the foreground and offline.
package struct ReconnectAttempts: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case wait(Duration)
        case cancelWait
    }

    /// The first delays; the last one is repeated. A server that is online again is found within 15 seconds.
    package static let delays: [Duration] = [.seconds(2), .seconds(4), .seconds(8), .seconds(10)]

    private var isInForeground = false
    private var isOffline = false
    private var isWaiting = false
    /// The number of waits since the connection was lost or the foreground changed.
    private var count = 0

    package mutating func foregroundChanged(_ isInForeground: Bool) -> [Action] {
        if isInForeground != self.isInForeground { count = 0 }
        self.isInForeground = isInForeground
        return update()
    }

    package mutating func loadEnded(isOffline: Bool) -> [Action] {
        self.isOffline = isOffline
        if !isOffline { count = 0 }
        return update()
    }

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

    /// Cancels the running wait, if any: a load has started, or the screen was closed.
    package mutating func cancelWait() -> [Action] {
        guard isWaiting else { return [] }
        isWaiting = false
        return [.cancelWait]
    }
}
