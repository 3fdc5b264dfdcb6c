/// Drives the feed screen: runs the loads that `FeedScreenState` asks for and passes its view models to the view.
@MainActor
package final class FeedController: ScreenController {
    /// Loads a feed; throws ``LoadFeedError``, ``RemoteError`` or `CancellationError`.
    package typealias Load = @Sendable () async throws -> FeedPage

    /// Output of the screen for the rest of the program.
    package enum Output {
        case selected(FeedImage)
        case commentsSelected(FeedImage)
        /// The viewer and the comments of these images were open at the end of the last session.
        case reopened(viewed: FeedImage?, commented: FeedImage?)
        case seen(SeenFeed)
        /// The notification to show; `nil` withdraws it.
        case notice(NewPhotosNotice?)
    }

    private enum Work {
        case load, loadCached, loadMore, wait
    }

    package weak var view: (any FeedView)?
    private var state: FeedScreenState
    private lazy var tasks = ScreenTasks<Work, FeedScreenState.Event> { [weak self] in self?.handle($0) }
    private let loadCached: Load?
    private let load: Load
    private let context: ScreenContext
    private let onOutput: @MainActor (Output) -> Void

    /// - Parameters:
    ///   - loadCached: Loads the cached feed without asking the server. If it is `nil`, nothing is shown until `load`
    ///     returns.
    ///   - seen: The part of the feed seen by the user before; `nil` if unknown.
    package init(
        loadCached: Load? = nil, load: @escaping Load, in context: ScreenContext, seen: SeenFeed? = nil,
        onOutput: @escaping @MainActor (Output) -> Void = { _ in }
    ) {
        state = FeedScreenState(calendar: context.calendar, language: context.language, seen: seen)
        self.loadCached = loadCached
        self.load = load
        self.context = context
        self.onOutput = onOutput
    }

    /// Loads the feed the first time; later calls do nothing.
    package func appear() { handle(.appeared) }

    /// Restores a place from the last session in the first feed that contains it. Does nothing once a feed is shown.
    package func returnToPlace(_ place: FeedPlace) { handle(.placeFound(place)) }

    /// Loads the newest feed at the user's request. Joins a running load.
    package func refresh() { handle(.refreshRequested) }

    /// Reloads the feed if the screen shows an error or a cached feed, because the network may be back.
    package func connectionMayHaveReturned() { handle(.connectionMayHaveReturned) }

    package func foregroundChanged(_ isInForeground: Bool) { handle(.foregroundChanged(isInForeground)) }

    /// Turns notifications of new images on or off. They are initially off, and are sent only while the screen isn't in
    /// the foreground.
    package func notifiesChanged(_ notifies: Bool) { handle(.notifiesChanged(notifies)) }

    /// Allows or forbids background requests, which need an available network that isn't metered.
    package func networkChanged(mayBeUsed: Bool) { handle(.networkChanged(mayBeUsed: mayBeUsed)) }

    package func signInRequestChanged(_ request: SignInRequest) { state.signInRequest = request }
    package func showNewest() { handle(.newestRequested) }
    package func visibleRowsChanged(_ ids: Set<FeedImage.ID>) { handle(.visibleRowsChanged(ids)) }
    package func dismissError() { handle(.errorDismissed) }

    /// Passes on the image selected by the user; does nothing if the image isn't in the feed.
    package func select(_ id: FeedImage.ID) { handle(.selected(id)) }

    /// Passes on the image whose comments the user wants to see; does nothing if the image isn't in the feed.
    package func selectComments(of id: FeedImage.ID) { handle(.commentsSelected(id)) }

    /// Returns an image's texts, with the date relative to the time of the displayed view model.
    package func texts(of image: FeedImage) -> FeedImageViewModel { state.texts(of: image) }

    package func months(of images: [FeedImage]) -> [FeedMonth] {
        FeedMonth.months(of: images, calendar: context.calendar, language: context.language)
    }

    /// Updates the texts that depend on the time. Call it a few times a minute.
    package func timePassed() { handle(.timePassed) }

    /// Loads the next page if the row after the last image has just become visible.
    package func loadMoreBecameVisible() { handle(.loadMoreBecameVisible) }

    package func loadMoreResignedVisible() { handle(.loadMoreResignedVisible) }

    package func retryLoadMore() { handle(.loadMoreRequested) }

    /// Loads page after page, at the user's request, to the end of the feed. An error or a newer feed stops it.
    package func loadToEnd() { handle(.loadToEndRequested) }

    package func stopLoadingToEnd() { handle(.stopLoadingRequested) }

    package func stop() {
        view = nil
        handle(.stopped)
    }

    var viewModel: FeedViewModel { state.viewModel }

    func change(after event: FeedScreenState.Event) -> [FeedScreenState.Action] {
        state.handle(event, at: context.now())
    }

    func draw(_ viewModel: FeedViewModel) { view?.display(viewModel) }

    func perform(_ action: FeedScreenState.Action) {
        switch action {
        case .load: tasks.run(.load) { [load] in .feedLoaded(await Result(of: load)) }
        case .loadCached:
            guard let loadCached else { return }
            // An unreadable cache is reported even if the server's feed arrived first.
            tasks.run(.loadCached, countsIfCancelled: true) { .cachedFeedLoaded(await Result(of: loadCached)) }
        case .loadMore(let loadMore): tasks.run(.loadMore) { .moreLoaded(await Result(of: loadMore)) }
        case .cancelLoad: tasks.cancel(.load)
        case .cancelLoadCached: tasks.cancel(.loadCached)
        case .cancelLoadMore: tasks.cancel(.loadMore)
        case .reconnect(.wait(let delay)): tasks.wait(.wait, for: delay, on: context.reconnectClock, then: .waitEnded)
        case .reconnect(.cancelWait): tasks.cancel(.wait)
        case .scrollToTop: view?.scrollToTop()
        case .scroll(let card): view?.scroll(to: card)
        case .reopen(let viewed, let commented): onOutput(.reopened(viewed: viewed, commented: commented))
        case .notify(let notice): onOutput(.notice(notice))
        case .withdrawNotice: onOutput(.notice(nil))
        case .select(let image): onOutput(.selected(image))
        case .selectComments(let image): onOutput(.commentsSelected(image))
        case .remember(let seen): onOutput(.seen(seen))
        case .report(let error): context.report(error)
        }
    }
}
