/// Turns the events of a load into the changes of a screen's state.
///
/// When a load starts, the previous error is hidden before progress is shown. When a load ends, the resource or the
/// error is shown before progress is hidden.
package struct LoadResourcePresenter<Resource, ViewModel> {
    /// A change in what a screen shows about a load.
    package enum Step {
        /// The reason for a failure; `nil` hides the message of an earlier one.
        case error(String?)
        /// Whether the load is running.
        case loading(Bool)
        /// The loaded resource.
        case resource(ViewModel)
    }

    private let language: Language
    private let map: (Resource) throws -> ViewModel

    /// - Parameters:
    ///   - language: The language of error messages.
    ///   - map: Converts a resource for display. If it throws, the load has failed.
    package init(language: Language, map: @escaping (Resource) throws -> ViewModel) {
        self.language = language
        self.map = map
    }

    /// Returns the steps for the start of a load.
    package func didStartLoading() -> [Step] {
        [.error(nil), .loading(true)]
    }

    /// Returns the steps for the end of a load. A cancelled load shows no message.
    package func didFinishLoading(with result: Result<Resource, any Error>) -> [Step] {
        do {
            return [.resource(try map(result.get())), .loading(false)]
        } catch {
            let message = error is CancellationError ? nil : ErrorMessage.text(for: error, in: language)
            return [.error(message), .loading(false)]
        }
    }
}

extension LoadResourcePresenter.Step: Equatable where ViewModel: Equatable {}

extension LoadResourcePresenter where Resource == ViewModel {
    /// Creates a presenter for a resource that is shown unchanged.
    package init(language: Language) {
        self.init(language: language) { $0 }
    }
}

/// What a list shows: its rows, or a page in place of them.
package enum ListContent: Hashable, Sendable {
    /// The rows.
    case rows
    /// A sign that the rows are loading.
    case loading
    /// A message for an empty list.
    case empty(String)
    /// A message with the reason why the rows couldn't be loaded.
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}

/// Decides when a screen reloads by itself: after increasing delays, while it is in the foreground and offline.
package struct ReconnectAttempts: Hashable, Sendable {
    /// What to do about the wait.
    package enum Action: Hashable, Sendable {
        /// Wait, then call ``ReconnectAttempts/waitEnded()``.
        case wait(Duration)
        /// Cancel the running wait.
        case cancelWait
    }

    /// The first delays; the last one is repeated. A server that comes back online is found within 15 seconds.
    package static let delays: [Duration] = [.seconds(2), .seconds(4), .seconds(8), .seconds(10)]

    private var isInForeground = false
    private var isOffline = false
    private var isWaiting = false
    /// The number of waits since the connection was lost or the foreground changed.
    private var count = 0

    /// - Parameter isInForeground: Whether the screen is in the foreground.
    package mutating func foregroundChanged(_ isInForeground: Bool) -> [Action] {
        if isInForeground != self.isInForeground { count = 0 }
        self.isInForeground = isInForeground
        return update()
    }

    /// Cancels the wait because a load has started.
    package mutating func loadStarted() -> [Action] {
        cancelWait()
    }

    /// - Parameter isOffline: Whether the connection failed, so that a retry may help.
    package mutating func loadEnded(isOffline: Bool) -> [Action] {
        self.isOffline = isOffline
        if !isOffline { count = 0 }
        return update()
    }

    /// Records that the wait has ended and the next load is due.
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
