public import Foundation

/// Drives the feed screen: runs the loads that `FeedScreenState` asks for, and hands its view models to the view.
@MainActor
public final class FeedController {
    /// Loads a feed; throws ``LoadFeedError``, ``RemoteError`` or `CancellationError`.
    public typealias Load = @Sendable () async throws -> FeedPage

    private enum Work {
        case load, loadCached, loadMore, wait
    }

    /// Draws the feed. Nothing is shown before ``appear()``.
    public weak var view: (any FeedView)?

    private var state: FeedScreenState
    private var shown: FeedViewModel
    private lazy var tasks = ScreenTasks<Work, FeedScreenState.Event> { [weak self] in self?.handle($0) }
    private let loadCached: Load?
    private let load: Load
    private let now: @Sendable () -> Date
    private let reconnectClock: (any Clock<Duration>)?
    private let onSelect: @MainActor (FeedImage) -> Void
    private let onSelectComments: @MainActor (FeedImage) -> Void
    private let onSeen: @MainActor (SeenFeed) -> Void
    private let onReopen: @MainActor (_ viewed: FeedImage?, _ commented: FeedImage?) -> Void
    private let onNotice: @MainActor (NewPhotosNotice?) -> Void
    private let report: @Sendable (any Error) -> Void

    /// Creates the controller without loading anything.
    /// - Parameters:
    ///   - loadCached: Loads the cached feed without asking the server for it. If it is `nil`, nothing is shown before
    ///     `load` returns.
    ///   - load: Loads the feed from the server or else from the cache.
    ///   - now: Returns the current time.
    ///   - calendar: The calendar of the dates that are shown.
    ///   - language: The language of the texts that are shown.
    ///   - seen: What the person had seen of the feed the last time; `nil` if nothing is known of it.
    ///   - place: Where the person was at the end of the last session; shown in the first feed that has it.
    ///   - reconnectClock: Measures the waits before another load while there is no connection; `nil` loads only on
    ///     request.
    ///   - onSelect: Receives the image that the person selects, on the main actor.
    ///   - onSelectComments: Receives the image whose comments the person wants, on the main actor.
    ///   - onSeen: Receives what the person has seen of the feed by now whenever that has changed, on the main actor.
    ///   - onReopen: Receives the images whose viewer and whose comments were open at the end of the last session, on the
    ///     main actor.
    ///   - onNotice: Receives what the person is to be notified of, or `nil` to take it back, on the main actor.
    ///   - report: Receives each error that the screen doesn't show, on the main actor.
    public init(
        loadCached: Load? = nil, load: @escaping Load, now: @escaping @Sendable () -> Date,
        calendar: Calendar = .current, language: Language, seen: SeenFeed? = nil, place: FeedPlace? = nil,
        reconnectClock: (any Clock<Duration>)? = nil,
        onSelect: @escaping @MainActor (FeedImage) -> Void,
        onSelectComments: @escaping @MainActor (FeedImage) -> Void = { _ in },
        onSeen: @escaping @MainActor (SeenFeed) -> Void = { _ in },
        onReopen: @escaping @MainActor (_ viewed: FeedImage?, _ commented: FeedImage?) -> Void = { _, _ in },
        onNotice: @escaping @MainActor (NewPhotosNotice?) -> Void = { _ in },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        state = FeedScreenState(calendar: calendar, language: language, seen: seen, place: place)
        shown = state.viewModel
        self.loadCached = loadCached
        self.load = load
        self.now = now
        self.reconnectClock = reconnectClock
        self.onSelect = onSelect
        self.onSelectComments = onSelectComments
        self.onSeen = onSeen
        self.onReopen = onReopen
        self.onNotice = onNotice
        self.report = report
    }

    /// Loads the feed the first time, and does nothing later.
    public func appear() { handle(.appeared) }

    /// Shows a place from the last session in the first feed that has it. Does nothing once a feed is shown.
    public func returnToPlace(_ place: FeedPlace) { handle(.placeFound(place)) }

    /// Loads the newest feed on the person's request. Joins the load that is running, if there is one.
    public func refresh() { handle(.refreshRequested) }

    /// Loads once more if the screen shows an error or a cached feed, because the network may be back.
    public func connectionMayHaveReturned() { handle(.connectionMayHaveReturned) }

    /// Lets the screen load again on its own, at intervals, while somebody may look at it and there is no connection.
    /// - Parameter isInForeground: Whether somebody may look at the screen.
    public func foregroundChanged(_ isInForeground: Bool) { handle(.foregroundChanged(isInForeground)) }

    /// Turns notifications of new images on or off. They are off at first. They come only while nobody looks
    /// at the screen.
    public func notifiesChanged(_ notifies: Bool) { handle(.notifiesChanged(notifies)) }

    /// Allows or forbids requests that nobody waits for. They need a network that is there and isn't metered.
    public func networkChanged(mayBeUsed: Bool) { handle(.networkChanged(mayBeUsed: mayBeUsed)) }

    /// Shows the newer feed that is offered.
    public func showNewest() { handle(.newestRequested) }

    /// Notes which rows are on the screen, by the ids of their images.
    public func visibleRowsChanged(_ ids: Set<FeedImage.ID>) { handle(.visibleRowsChanged(ids)) }

    /// Hides the error, which the person has read.
    public func dismissError() { handle(.errorDismissed) }

    /// Hands over the image that the person selected; does nothing if it isn't in the feed.
    public func select(_ id: FeedImage.ID) { handle(.selected(id)) }

    /// Hands over the image whose comments the person wants; does nothing if it isn't in the feed.
    public func selectComments(of id: FeedImage.ID) { handle(.commentsSelected(id)) }

    /// Returns the texts of an image, with the date as of the view model that is shown.
    public func texts(of image: FeedImage) -> FeedImageViewModel { state.texts(of: image) }

    /// Updates the texts that depend on the time. To be called about once a minute.
    public func timePassed() { handle(.minutePassed) }

    /// Loads the next page if the row after the last image has just become visible.
    public func loadMoreBecameVisible() { handle(.loadMoreBecameVisible) }

    /// Notes that the row after the last image has left the screen.
    public func loadMoreResignedVisible() { handle(.loadMoreResignedVisible) }

    /// Loads the next page on the person's request.
    public func retryLoadMore() { handle(.loadMoreRequested) }

    /// Cancels what is running. Nothing is shown any more.
    public func stop() {
        view = nil
        handle(.stopped)
    }

    private func handle(_ event: FeedScreenState.Event) {
        let actions = state.handle(event, at: now())
        if state.viewModel != shown {
            shown = state.viewModel
            view?.display(shown)
        }
        for action in actions { perform(action) }
    }

    private func perform(_ action: FeedScreenState.Action) {
        switch action {
        case .load: tasks.run(.load) { [load] in .feedLoaded(await Result(of: load)) }
        case .loadCached:
            guard let loadCached else { return }
            // A cache that cannot be read is reported even if the server's feed came first.
            tasks.run(.loadCached, countsIfCancelled: true) { .cachedFeedLoaded(await Result(of: loadCached)) }
        case .loadMore(let loadMore): tasks.run(.loadMore) { .moreLoaded(await Result(of: loadMore)) }
        case .cancelLoad: tasks.cancel(.load)
        case .cancelLoadCached: tasks.cancel(.loadCached)
        case .cancelLoadMore: tasks.cancel(.loadMore)
        case .reconnect(.wait(let delay)): tasks.wait(.wait, for: delay, on: reconnectClock, then: .waitEnded)
        case .reconnect(.cancelWait): tasks.cancel(.wait)
        case .scrollToTop: view?.scrollToTop()
        case .scroll(let card): view?.scroll(to: card)
        case .reopen(let viewed, let commented): onReopen(viewed, commented)
        case .notify(let notice): onNotice(notice)
        case .withdrawNotice: onNotice(nil)
        case .select(let image): onSelect(image)
        case .selectComments(let image): onSelectComments(image)
        case .remember(let seen): onSeen(seen)
        case .report(let error): report(error)
        }
    }
}
