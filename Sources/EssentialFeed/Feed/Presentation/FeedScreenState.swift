package import Foundation

/// The state and behavior of the feed screen: each event changes the view model and returns actions. The list, the
/// newer feed on offer and the saved place have states of their own.
///
/// When the screen first appears, the cached feed and the server's are loaded at the same time. The cached feed is
/// shown if it arrives first, and is replaced by the result of the load from the server.
///
/// Runs no tasks and reads no clock; ``FeedController`` does both.
package struct FeedScreenState {
    private struct Load {
        /// Whether the user asked for the load; if so, the screen scrolls to the top of a new feed.
        var isRequested = false
        /// Whether the screen started the load by itself and doesn't show progress.
        var isQuiet = true
        /// Whether the load only checks for a newer feed while the displayed one is still recent.
        var isCheck = false
    }

    package private(set) var viewModel = FeedViewModel()
    package var signInRequest = SignInRequest.needed
    private let calendar: Calendar
    private let language: Language
    private var now = Date.distantPast
    private var list: FeedListState
    private var offers = FeedOfferState()
    private var savedPlace = SavedPlaceState()
    private var load: Load?
    private var isLoadingCached = false
    private var reconnect = ReconnectAttempts()
    private var hasAppeared = false
    private var isStopped = false

    package init(calendar: Calendar, language: Language, seen: SeenFeed? = nil) {
        self.calendar = calendar
        self.language = language
        list = FeedListState(language: language, seen: seen)
    }

    package mutating func handle(_ event: Event, at now: Date) -> [Action] {
        guard !isStopped else { return [] }
        self.now = now
        let actions = react(to: event)
        viewModel.rows = list.rows
        viewModel.firstSeen = list.firstSeen
        viewModel.loadMore = list.loadMoreRow
        viewModel.newestOffer = offers.text
        return actions
    }

    private mutating func react(to event: Event) -> [Action] {
        switch event {
        case .appeared: return appear()
        case .placeFound(let place): if list.page == nil { savedPlace.place = place }
        case .refreshRequested: return startLoading(isRequested: true)
        case .connectionMayHaveReturned: return mayHaveFailed ? startLoading() : check()
        case .foregroundChanged(let isInForeground):
            offers.foregroundChanged(isInForeground)
            return offers.withdrawNotice() + reconnect.foregroundChanged(isInForeground).map(Action.reconnect)
                + check() + see()
        case .notifiesChanged(let notifies): offers.notifies = notifies
        case .networkChanged(let mayBeUsed): offers.mayUseNetwork = mayBeUsed
        case .waitEnded:
            reconnect.waitEnded()
            return startLoading(isQuiet: true)
        case .cachedFeedLoaded(let result): return finishLoadingCached(with: result)
        case .feedLoaded(let result): return finishLoading(with: result)
        case .loadMoreBecameVisible: return list.becomeVisible(through: offers.newest)
        case .loadMoreResignedVisible: list.resignVisible()
        case .loadMoreRequested: return list.loadMore(through: offers.newest)
        case .loadToEndRequested: return list.loadToEnd(through: offers.newest)
        case .stopLoadingRequested: list.stopLoadingToEnd()
        case .moreLoaded(let result): return finishLoadingMore(with: result)
        case .visibleRowsChanged(let ids):
            list.visible = ids
            return see()
        case .newestRequested: return showNewest()
        case .errorDismissed: viewModel.errorMessage = nil
        case .selected(let id): return list.row(id).map { [.select($0)] } ?? []
        case .commentsSelected(let id): return list.row(id).map { [.selectComments($0)] } ?? []
        case .timePassed:
            showNote()
            // All texts are created again, so this waits for a minute unless the newest date counts seconds.
            let newest = list.rows.first?.createdAt.map(now.timeIntervalSince)
            if now.isAtLeast(60, after: viewModel.now) || newest.map({ $0 < 90 }) == true { viewModel.now = now }
            return check()
        case .stopped: return stop()
        }
        return []
    }

    private mutating func see() -> [Action] {
        guard offers.isInForeground, let seen = list.see() else { return [] }
        return [.remember(seen)]
    }

    /// Returns the texts of an image. Computed on demand: there may be tens of thousands of images.
    package func texts(of image: FeedImage) -> FeedImageViewModel {
        FeedImagePresenter.map(
            image, relativeDate: RelativeDate(now: viewModel.now, calendar: calendar, locale: language.locale),
            absoluteDate: AbsoluteDate(calendar: calendar, locale: language.locale))
    }

    // MARK: Loading

    private mutating func appear() -> [Action] {
        guard !hasAppeared else { return [] }
        hasAppeared = true
        isLoadingCached = true
        return startLoading() + [.loadCached]
    }

    private mutating func startLoading(isRequested: Bool = false, isQuiet: Bool = false) -> [Action] {
        let isRunning = self.load != nil
        var load = self.load ?? Load()
        load.isRequested = load.isRequested || isRequested
        let begins = load.isQuiet && !isQuiet
        if !isQuiet { (load.isQuiet, load.isCheck) = (false, false) }
        self.load = load
        if begins {
            show(error: nil)
            viewModel.isRefreshing = true
        }
        return isRunning ? [] : reconnect.cancelWait().map(Action.reconnect) + [.load]
    }

    private mutating func check() -> [Action] {
        guard load == nil, let page = list.page, offers.isCheckDue(for: page, at: now) else { return [] }
        let actions = startLoading(isQuiet: true)
        load?.isCheck = true
        return actions
    }

    private mutating func finishLoading(with result: Result<FeedPage, any Error>) -> [Action] {
        guard let load else { return [] }
        self.load = nil
        offers.lastLoad = now
        var actions: [Action] = isLoadingCached ? [.cancelLoadCached] : []
        isLoadingCached = false
        if !load.isQuiet || changesScreen(result) {
            switch result {
            case .success(let page):
                let old = list.page?.images
                viewModel.errorMessage = nil
                actions += receive(page, load)
                if load.isRequested, list.page?.images != old { actions.append(.scrollToTop) }
            case .failure(let error): show(error: message(for: error))
            }
            viewModel.isRefreshing = false
        } else if list.page?.origin.isRemote == true, let error = result.remoteError {
            list.markSaved(after: error)
            showNote()
        }
        let isOffline = result.remoteError?.isTransient ?? false
        return actions + reconnect.loadEnded(isOffline: isOffline).map(Action.reconnect)
    }

    private mutating func finishLoadingCached(with result: Result<FeedPage, any Error>) -> [Action] {
        let isWanted = isLoadingCached
        isLoadingCached = false
        switch result {
        case .success(let cached): return isWanted ? show(cached) + savedPlace.restore(in: list) : []
        // The feed from the server arrived first.
        case .failure(is CancellationError): return []
        // No valid feed is cached; if the load from the server also fails, its error tells the user.
        case .failure(let error as LoadFeedError) where error.cache == nil: return []
        case .failure(let error): return [.report(error)]
        }
    }

    private mutating func stop() -> [Action] {
        isStopped = true
        var actions: [Action] = reconnect.cancelWait().map(Action.reconnect)
        if load != nil { actions.append(.cancelLoad) }
        if isLoadingCached { actions.append(.cancelLoadCached) }
        return actions + offers.withdrawNotice(isClosing: true) + list.cancelLoading()
    }

    /// Whether the screen shows an error or a cached feed; if so, reloading may help.
    private var mayHaveFailed: Bool {
        hasAppeared && offers.newest == nil
            && (viewModel.errorMessage != nil || viewModel.note != nil || viewModel.content.hasFailed)
    }

    /// Returns the message for a failed load: for a 401, the server's request, if known. A cancelled load has none.
    private func message(for error: any Error) -> String? {
        guard !(error is CancellationError) else { return nil }
        let remote = Result<FeedPage, any Error>.failure(error).remoteError
        return signInRequest != .needed && remote?.isUnauthorized == true
            ? signInRequest.message(in: language) : ErrorMessage.text(for: error, in: language)
    }

    /// Returns whether to show the result of a quiet load: rows are replaced only by a feed from the server.
    private func changesScreen(_ result: Result<FeedPage, any Error>) -> Bool {
        if case .success(let newest) = result, newest.origin.isRemote { true } else { list.page == nil }
    }

    // MARK: Showing

    /// Shows a loaded feed. Only offers the feed if the user didn't ask for it and it would move the rows on the
    /// screen: the user has scrolled down, or the screen's own check found new images.
    private mutating func receive(_ loaded: FeedPage, _ load: Load) -> [Action] {
        guard let page = list.page else { return show(loaded) + savedPlace.restore(in: list) }
        let loaded = loaded.keepingShapes(of: page).withLaterPages(of: page)
        let movesRows = load.isCheck || offers.isInBackground || savedPlace.isShown
        if loaded.origin.isRemote { savedPlace.leave() }
        guard !load.isRequested, loaded.images != page.images else { return show(loaded) }
        guard list.isBelowFirstPage || movesRows && loaded.newCount(over: page) > 0 else { return show(loaded) }
        return offer(loaded, over: page)
    }

    private mutating func offer(_ newest: FeedPage, over page: FeedPage) -> [Action] {
        let notices = offers.offer(newest, over: page, language: language)
        if newest.origin.isRemote, !page.origin.isRemote {
            list.markSaved(after: nil)
            showNote()
        }
        return list.continueThrough(newest) + notices
    }

    private mutating func showNewest() -> [Action] {
        guard let newest = offers.newest else { return [] }
        savedPlace.leave()
        return show(newest) + [.scrollToTop]
    }

    private mutating func show(_ page: FeedPage) -> [Action] {
        offers.end()
        let actions = list.show(page)
        viewModel.now = now
        viewModel.content = page.images.isEmpty ? .empty(language.text(FeedStrings.empty)) : .rows
        showNote()
        return actions
    }

    private mutating func show(error message: String?) {
        if list.page == nil {
            viewModel.content = message.map { .failed($0) } ?? .loading
        } else {
            viewModel.errorMessage = message
        }
    }

    private mutating func showNote() {
        // The offer of a newer feed from the server already tells the user.
        let page = offers.newest?.origin.isRemote == true ? nil : list.page
        viewModel.note = page.flatMap {
            FeedPresenter.note(for: $0, now: now, calendar: calendar, language: language)
        }
        viewModel.noteDate = page.flatMap { FeedPresenter.date(for: $0, calendar: calendar, language: language) }
        viewModel.noteReason = page.flatMap {
            FeedPresenter.reason(for: $0, request: signInRequest, language: language)
        }
    }

    private mutating func finishLoadingMore(with result: Result<FeedPage, any Error>) -> [Action] {
        let goesToEnd = list.endLoading()
        let actions: [Action]
        switch result {
        case .success(let next) where offers.newest == nil: actions = show(next)
        case .success(let newest):
            // The images that follow those on the screen are shown. The newer feed stays on offer.
            offers.extend(newest)
            actions = list.append(newest)
        case .failure(let error):
            list.fail(with: message(for: error))
            return []
        }
        return goesToEnd ? actions + list.loadToEnd(through: offers.newest) : actions
    }
}
