public import Foundation

/// Drives the comments screen: runs the loads that `ImageCommentsScreenState` asks for, and hands its view models to
/// the view.
@MainActor
public final class ImageCommentsController {
    private enum Work {
        case load, wait
    }

    /// Draws the comments. Nothing is shown before ``appear()``.
    public weak var view: (any ImageCommentsView)?

    private var state: ImageCommentsScreenState
    private var shown: ImageCommentsListViewModel
    private lazy var tasks = ScreenTasks<Work, ImageCommentsScreenState.Event> { [weak self] in self?.handle($0) }
    private let load: @Sendable () async throws -> [ImageComment]
    private let now: @Sendable () -> Date
    private let reconnectClock: (any Clock<Duration>)?

    /// Creates the controller without loading anything.
    /// - Parameters:
    ///   - image: The image that the comments are about.
    ///   - load: Loads the comments; throws ``RemoteError`` or `CancellationError`.
    ///   - now: Returns the current time.
    ///   - calendar: The calendar of the dates that are shown.
    ///   - language: The language of the texts that are shown.
    ///   - reconnectClock: Measures the waits before another load while there is no connection; `nil` loads only on
    ///     request.
    public init(
        image: FeedImage, load: @escaping @Sendable () async throws -> [ImageComment],
        now: @escaping @Sendable () -> Date, calendar: Calendar = .current, language: Language,
        reconnectClock: (any Clock<Duration>)? = nil
    ) {
        state = ImageCommentsScreenState(image: image, calendar: calendar, language: language)
        shown = state.viewModel
        self.load = load
        self.now = now
        self.reconnectClock = reconnectClock
    }

    /// Loads the comments the first time, and does nothing later.
    public func appear() { handle(.appeared) }

    /// Loads the newest comments on the person's request. Joins the load that is running, if there is one.
    public func refresh() { handle(.refreshRequested) }

    /// Loads once more if the screen shows an error, because the network may be back.
    public func connectionMayHaveReturned() { handle(.connectionMayHaveReturned) }

    /// Lets the screen load again on its own, at intervals, while somebody may look at it and there is no connection.
    /// - Parameter isInForeground: Whether somebody may look at the screen.
    public func foregroundChanged(_ isInForeground: Bool) { handle(.foregroundChanged(isInForeground)) }

    /// Hides the error, which the person has read.
    public func dismissError() { handle(.errorDismissed) }

    /// Updates the dates. To be called about once a minute.
    public func timePassed() { handle(.minutePassed) }

    /// Returns when a comment that is shown was written, in words; `nil` for any other.
    public func absoluteDate(of id: ImageComment.ID) -> String? { state.absoluteDate(of: id) }

    /// Cancels what is running; nothing is shown any more. Not to be called for a screen that is merely hidden.
    public func stop() {
        view = nil
        handle(.stopped)
    }

    private func handle(_ event: ImageCommentsScreenState.Event) {
        let actions = state.handle(event, at: now())
        if state.viewModel != shown {
            shown = state.viewModel
            view?.display(shown)
        }
        for action in actions { perform(action) }
    }

    private func perform(_ action: ImageCommentsScreenState.Action) {
        switch action {
        case .load: tasks.run(.load) { [load] in .commentsLoaded(await Result(of: load)) }
        case .cancelLoad: tasks.cancel(.load)
        case .reconnect(.wait(let delay)): tasks.wait(.wait, for: delay, on: reconnectClock, then: .waitEnded)
        case .reconnect(.cancelWait): tasks.cancel(.wait)
        }
    }
}
