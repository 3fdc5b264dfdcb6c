/// Asks again while there is no connection and somebody looks at the screen, with a back-off (N005). Waits for nothing
/// while the connection is there.
@MainActor
final class ReconnectAttempts {
    /// How long the first waits are; the last of them is repeated. A server that has returned is found within 15 s.
    nonisolated static let delays: [Duration] = [.seconds(2), .seconds(4), .seconds(8), .seconds(10)]

    /// Whether somebody looks.
    var isInForeground = false {
        didSet {
            if isInForeground != oldValue { count = 0 }
            update()
        }
    }

    private let clock: (any Clock<Duration>)?
    private let attempt: @MainActor () -> Void
    private var isOffline = false
    private var count = 0
    private var waiting: Task<Void, Never>?

    /// - Parameters:
    ///   - clock: measures the waits; without one nothing is asked again.
    ///   - attempt: asks again, and reports by ``loadEnded(isOffline:)``.
    init(clock: (any Clock<Duration>)?, attempt: @escaping @MainActor () -> Void) {
        self.clock = clock
        self.attempt = attempt
    }

    isolated deinit {
        waiting?.cancel()
    }

    /// A load began, this one's or another: nothing is waited for meanwhile.
    func loadStarted() {
        stop()
    }

    /// - Parameter isOffline: whether there was no connection, so that trying again may help.
    func loadEnded(isOffline: Bool) {
        self.isOffline = isOffline
        if !isOffline { count = 0 }
        update()
    }

    func stop() {
        waiting?.cancel()
        waiting = nil
    }

    private func update() {
        guard isOffline, isInForeground, let clock else { return stop() }
        guard waiting == nil else { return }
        let delay = Self.delays[min(count, Self.delays.count - 1)]
        waiting = Task { [weak self] in
            do {
                try await clock.sleep(for: delay)
            } catch {
                // Another load began, or nobody looks any more.
                return
            }
            guard let self, !Task.isCancelled else { return }
            waiting = nil
            count += 1
            attempt()
        }
    }
}
