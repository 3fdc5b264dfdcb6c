/// Runs a screen's work and passes the results to the screen as events, on the main actor.
@MainActor
final class ScreenTasks<Work: Hashable & Sendable, Event: Sendable> {
    private var tasks: [Work: Task<Void, Never>] = [:]
    private let onEvent: @MainActor (Event) -> Void

    init(onEvent: @escaping @MainActor (Event) -> Void) { self.onEvent = onEvent }

    deinit { for task in tasks.values { task.cancel() } }

    /// Runs work whose result is an event.
    /// - Parameter countsIfCancelled: Whether the event is passed on even if the work has been cancelled.
    func run(_ work: Work, countsIfCancelled: Bool = false, _ body: @escaping @Sendable () async -> Event) {
        tasks[work] = Task { [weak self] in
            let event = await body()
            guard let self, countsIfCancelled || !Task.isCancelled else { return }
            if !Task.isCancelled { tasks[work] = nil }
            onEvent(event)
        }
    }

    /// Passes on an event after a wait; never without a clock.
    func wait(_ work: Work, for duration: Duration, on clock: (any Clock<Duration>)?, then event: Event) {
        guard let clock else { return }
        run(work) {
            do {
                try await clock.sleep(for: duration)
            } catch {
                // The work was cancelled, so the event is dropped.
            }
            return event
        }
    }

    func cancel(_ work: Work) { tasks.removeValue(forKey: work)?.cancel() }
}
