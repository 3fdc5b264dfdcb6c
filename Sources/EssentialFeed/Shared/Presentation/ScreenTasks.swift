/// Runs the work of a screen and hands its results to the screen as events, on the main actor.
@MainActor
final class ScreenTasks<Work: Hashable & Sendable, Event: Sendable> {
    private var tasks: [Work: Task<Void, Never>] = [:]
    private let onEvent: @MainActor (Event) -> Void

    init(onEvent: @escaping @MainActor (Event) -> Void) {
        self.onEvent = onEvent
    }

    /// Cancels all work.
    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Runs work whose result is an event.
    /// - Parameter countsIfCancelled: Whether the event is handed over even if the work is cancelled meanwhile.
    func run(_ work: Work, countsIfCancelled: Bool = false, _ body: @escaping @Sendable () async -> Event) {
        tasks[work] = Task { [weak self] in
            let event = await body()
            guard let self, countsIfCancelled || !Task.isCancelled else { return }
            if !Task.isCancelled { tasks[work] = nil }
            onEvent(event)
        }
    }

    /// Hands over an event after a wait, or never if there is no clock.
    func wait(_ work: Work, for duration: Duration, on clock: (any Clock<Duration>)?, then event: Event) {
        guard let clock else { return }
        run(work) {
            do {
                try await clock.sleep(for: duration)
            } catch {
                // The work was cancelled, so the event doesn't count.
            }
            return event
        }
    }

    func cancel(_ work: Work) {
        tasks.removeValue(forKey: work)?.cancel()
    }
}
