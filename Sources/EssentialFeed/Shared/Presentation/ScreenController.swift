package import Foundation

/// What every screen with times and loads gets from its program.
package struct ScreenContext: Sendable {
    /// Returns the current time.
    package let now: @Sendable () -> Date
    /// The calendar for displayed dates.
    package let calendar: Calendar
    /// The language of displayed texts.
    package let language: Language
    /// Measures the waits between loads while offline; if it is `nil`, screens load only on request.
    package let reconnectClock: (any Clock<Duration>)?
    /// Receives each error that a screen doesn't show.
    package let report: @Sendable (any Error) -> Void

    /// Creates the context of screens.
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

/// Drives a screen: passes each event to a pure state, draws the view model, and performs the state's actions.
@MainActor
protocol ScreenController: AnyObject {
    associatedtype Event: Sendable
    associatedtype Action
    associatedtype ViewModel: Equatable

    /// The view model of the state.
    var viewModel: ViewModel { get }
    /// The view model that was drawn last.
    var shown: ViewModel { get set }

    /// Changes the state after an event.
    /// - Returns: The actions to perform, in order.
    func change(after event: Event) -> [Action]
    /// Draws a view model that differs from the one that was drawn last.
    func draw(_ viewModel: ViewModel)
    /// Performs an action of the state.
    func perform(_ action: Action)
}

extension ScreenController {
    /// Handles an event. A changed view model is drawn before the actions are performed.
    func handle(_ event: Event) {
        let actions = change(after: event)
        let viewModel = viewModel
        if viewModel != shown {
            shown = viewModel
            draw(viewModel)
        }
        for action in actions { perform(action) }
    }
}

/// Runs a screen's work and passes the results to the screen as events, on the main actor.
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

    func cancel(_ work: Work) {
        tasks.removeValue(forKey: work)?.cancel()
    }
}

extension Result where Failure == any Error {
    /// Creates a result from the value or error of the work.
    init(of work: @Sendable () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
