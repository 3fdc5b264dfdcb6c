package import Foundation
import HTTPTransport

/// The state and behavior of the feed screen: each event changes the view model and returns actions.
///
/// When the screen first appears, the cached feed and the server's are loaded at the same time. The cached feed is
/// shown if it arrives first, and is replaced by the result of the load from the server.
///
/// Runs no tasks and reads no clock; ``FeedController`` does both.
package struct FeedScreenState {
    /// Something that happened to the screen.
    package enum Event: Sendable {
        case appeared
        /// The user's place at the end of the last session has been read.
        case placeFound(FeedPlace)
        /// The user wants the newest feed.
        case refreshRequested
        /// The network may be back.
        case connectionMayHaveReturned
        /// The screen has entered or left the foreground.
        case foregroundChanged(Bool)
        /// The user has turned notifications of new images on or off.
        case notifiesChanged(Bool)
        /// Background requests are now allowed to use the network, or no longer allowed.
        case networkChanged(mayBeUsed: Bool)
        /// The wait before the next attempt to load has ended.
        case waitEnded
        case cachedFeedLoaded(Result<FeedPage, any Error>)
        case feedLoaded(Result<FeedPage, any Error>)
        case loadMoreBecameVisible
        case loadMoreResignedVisible
        /// The user wants the next page.
        case loadMoreRequested
        /// The user wants all pages up to the end of the feed.
        case endRequested
        /// The user no longer wants the rest of the feed.
        case endDismissed
        case moreLoaded(Result<FeedPage, any Error>)
        /// The rows on the screen have changed.
        case visibleRowsChanged(Set<FeedImage.ID>)
        /// The user wants the newer feed on offer.
        case newestRequested
        /// The user has read the error.
        case errorDismissed
        /// The user selected an image.
        case selected(FeedImage.ID)
        /// The user wants to see an image's comments.
        case commentsSelected(FeedImage.ID)
        /// Some seconds have passed.
        case timePassed
        /// The screen has been closed.
        case stopped
    }

    /// An action to perform after the view model is shown.
    package enum Action {
        case load
        case loadCached
        case loadMore(FeedPage.LoadMore)
        case cancelLoad
        case cancelLoadCached
        case cancelLoadMore
        case reconnect(ReconnectAttempts.Action)
        case scrollToTop
        /// Scrolls the card to the top of the screen.
        case scroll(to: FeedPlace.Card)
        /// Reopens the viewer and the comments that were open at the end of the last session.
        case reopen(viewed: FeedImage?, commented: FeedImage?)
        /// Notifies the user of new images.
        case notify(NewPhotosNotice)
        /// Withdraws the notification.
        case withdrawNotice
        /// Passes on the image that the user selected.
        case select(FeedImage)
        /// Passes on the image whose comments the user wants to see.
        case selectComments(FeedImage)
        /// Passes on what the user has seen of the feed.
        case remember(SeenFeed)
        /// Reports an error that the screen doesn't show.
        case report(any Error)
    }

    /// A running load of the feed.
    private struct Load {
        /// Whether the user asked for the load, so that the screen scrolls to the top of a new feed.
        var isRequested = false
        /// Whether the screen started the load by itself and doesn't show progress.
        var isQuiet = true
        /// Whether the load only checks for a newer feed while the displayed one is still recent.
        var isLook = false
    }

    /// The age of a feed, in seconds, from which the screen checks for a newer one while it is in the foreground.
    private static let ageOfLook: TimeInterval = 5 * 60
    /// The time between two checks, in seconds, while the screen is in the background.
    private static let paceInBackground: TimeInterval = 15 * 60

    /// What the screen shows.
    package private(set) var viewModel = FeedViewModel()
    /// What a server that answers with a 401 asks for.
    package var signInRequest = SignInRequest.needed

    private let calendar: Calendar
    private let language: Language
    private let presenter: LoadResourcePresenter<FeedPage, FeedPage>
    /// When the latest event happened.
    private var now = Date.distantPast
    private var page: FeedPage?
    /// A feed newer than the displayed one, held until the user wants it.
    private var newest: FeedPage?
    private var load: Load?
    private var isLoadingCached = false
    private var loadMore = LoadMoreState()
    /// Whether all pages are being loaded to the end of the feed.
    private var goesToEnd = false
    private var reconnect = ReconnectAttempts()
    private var visibleRows: Set<FeedImage.ID> = []
    private var seen: SeenFeedState
    private var hasAppeared = false
    private var isInForeground = false
    /// Whether the screen has left the foreground, so that new images are news.
    private var isInBackground = false
    private var notifies = false
    private var mayUseNetwork = true
    private var hasNotified = false
    /// When the last load from the server ended.
    private var lastLoad = Date.distantPast
    /// The user's place at the end of the last session, until it has been restored.
    private var place: FeedPlace?
    /// Whether the screen shows a place from the last session and the server hasn't answered yet.
    private var isAtSavedPlace = false
    private var isStopped = false

    /// - Parameters:
    ///   - calendar: The calendar for displayed dates.
    ///   - language: The language of displayed texts.
    ///   - seen: What the user had seen of the feed the last time; `nil` if unknown.
    ///   - place: Where the user was at the end of the last session.
    package init(calendar: Calendar, language: Language, seen: SeenFeed? = nil, place: FeedPlace? = nil) {
        self.seen = SeenFeedState(before: seen)
        self.calendar = calendar
        self.language = language
        self.place = place
        presenter = LoadResourcePresenter(language: language)
    }

    /// Updates the view model after an event.
    /// - Parameter now: When the event happened.
    /// - Returns: The actions to perform, in order.
    package mutating func handle(_ event: Event, at now: Date) -> [Action] {
        guard !isStopped else { return [] }
        self.now = now
        switch event {
        case .appeared: return appear()
        case .placeFound(let place): if page == nil { self.place = place }
        case .refreshRequested: return startLoading(isRequested: true)
        case .connectionMayHaveReturned: return mayHaveFailed ? startLoading() : look()
        case .foregroundChanged(let isInForeground):
            isInBackground = !isInForeground && (self.isInForeground || isInBackground)
            self.isInForeground = isInForeground
            return withdrawNotice() + reconnect.foregroundChanged(isInForeground).map(Action.reconnect) + look()
                + see()
        case .notifiesChanged(let notifies): self.notifies = notifies
        case .networkChanged(let mayBeUsed): mayUseNetwork = mayBeUsed
        case .waitEnded:
            reconnect.waitEnded()
            return startLoading(isQuiet: true)
        case .cachedFeedLoaded(let result): return finishLoadingCached(with: result)
        case .feedLoaded(let result): return finishLoading(with: result)
        case .loadMoreBecameVisible: return nextPage == nil || !loadMore.becomeVisible() ? [] : startLoadingMore()
        case .loadMoreResignedVisible: loadMore.resignVisible()
        case .loadMoreRequested: return nextPage == nil || !loadMore.retry() ? [] : startLoadingMore()
        case .endRequested: return goToEnd()
        case .endDismissed:
            goesToEnd = false
            viewModel.loadMore?.progress = nil
        case .moreLoaded(let result): return finishLoadingMore(with: result)
        case .visibleRowsChanged(let ids):
            visibleRows = ids
            return see()
        case .newestRequested: return showNewest()
        case .errorDismissed: viewModel.errorMessage = nil
        case .selected(let id): return row(id).map { [.select($0)] } ?? []
        case .commentsSelected(let id): return row(id).map { [.selectComments($0)] } ?? []
        case .timePassed:
            showNote()
            // All texts are created again, so this happens only while the newest date counts seconds, or after a
            // minute.
            let newest = viewModel.rows.first?.createdAt.map(now.timeIntervalSince)
            if hasPassed(60, since: viewModel.now) || newest.map({ $0 < 90 }) == true { viewModel.now = now }
            return look()
        case .stopped: return stop()
        }
        return []
    }

    /// Records the visible images while the screen is in the foreground.
    private mutating func see() -> [Action] {
        guard isInForeground, let seen = seen.see(visibleRows) else { return [] }
        return [.remember(seen)]
    }

    private func row(_ id: FeedImage.ID) -> FeedImage? {
        viewModel.rows.first { $0.id == id }
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

    /// Starts a load, or joins the running one.
    private mutating func startLoading(isRequested: Bool = false, isQuiet: Bool = false) -> [Action] {
        let isRunning = self.load != nil
        var load = self.load ?? Load()
        load.isRequested = load.isRequested || isRequested
        if !isQuiet { load.isLook = false }
        let begins = load.isQuiet && !isQuiet
        if begins { load.isQuiet = false }
        self.load = load
        var actions: [Action] = []
        if begins { actions += perform(presenter.didStartLoading()) }
        if !isRunning { actions += reconnect.loadStarted().map(Action.reconnect) + [.load] }
        return actions
    }

    /// Quietly checks for a newer feed if the displayed one is old enough in the foreground, or if notifications are
    /// due in the background.
    private mutating func look() -> [Action] {
        guard load == nil, let page else { return [] }
        if isInForeground {
            guard newest == nil, page.origin.isRemote, hasPassed(Self.ageOfLook, since: page.loadedAt) else {
                return []
            }
        } else {
            guard isInBackground, notifies, mayUseNetwork, hasPassed(Self.paceInBackground, since: lastLoad) else {
                return []
            }
        }
        let actions = startLoading(isQuiet: true)
        load?.isLook = true
        return actions
    }

    private func hasPassed(_ seconds: TimeInterval, since date: Date) -> Bool {
        let age = now.timeIntervalSince(date)
        // If the clock has been set back, the age is unknown.
        return age >= seconds || age < -ClockTolerance.seconds
    }

    /// Marks the displayed feed as a saved one after a quiet load couldn't reach the server.
    private mutating func showThatNobodyAnswered(_ result: Result<FeedPage, any Error>) {
        guard let page, page.origin.isRemote else { return }
        let error: RemoteError? =
            switch result {
            case .success(let cached): if case .cache(let error) = cached.origin { error } else { nil }
            case .failure(let error): (error as? LoadFeedError)?.remote ?? error as? RemoteError
            }
        guard let error else { return }
        self.page = FeedPage(
            images: page.images, origin: .cache(after: error), loadedAt: page.loadedAt, loadMore: page.loadMore)
        showNote()
    }

    private mutating func finishLoading(with result: Result<FeedPage, any Error>) -> [Action] {
        guard let load else { return [] }
        self.load = nil
        lastLoad = now
        var actions: [Action] = isLoadingCached ? [.cancelLoadCached] : []
        isLoadingCached = false
        if !load.isQuiet || changesScreen(result) {
            let old = page?.images
            if case .success = result { viewModel.errorMessage = nil }
            actions += perform(presenter.didFinishLoading(with: explained(result)), load)
            if case .success = result, load.isRequested, page?.images != old { actions.append(.scrollToTop) }
        } else {
            showThatNobodyAnswered(result)
        }
        return actions + reconnect.loadEnded(isOffline: Self.isOffline(after: result)).map(Action.reconnect)
    }

    private mutating func finishLoadingCached(with result: Result<FeedPage, any Error>) -> [Action] {
        let isWanted = isLoadingCached
        isLoadingCached = false
        switch result {
        case .success(let cached): return isWanted ? show(cached) + returnToPlace() : []
        // The feed from the server arrived first.
        case .failure(is CancellationError): return []
        // No valid feed is cached; if the load from the server also fails, its error tells the user.
        case .failure(let error as LoadFeedError) where error.cache == nil: return []
        case .failure(let error): return [.report(error)]
        }
    }

    private mutating func stop() -> [Action] {
        isStopped = true
        var actions: [Action] = reconnect.loadStarted().map(Action.reconnect)
        if load != nil { actions.append(.cancelLoad) }
        if isLoadingCached { actions.append(.cancelLoadCached) }
        if hasNotified { actions.append(.withdrawNotice) }
        return actions + cancelLoadMore()
    }

    /// Whether the screen shows an error or a cached feed, so that reloading may help.
    private var mayHaveFailed: Bool {
        hasAppeared && newest == nil
            && (viewModel.errorMessage != nil || viewModel.note != nil || viewModel.content.hasFailed)
    }

    /// Returns the result, with a 401 replaced by what the server asks for, if that is known.
    private func explained(_ result: Result<FeedPage, any Error>) -> Result<FeedPage, any Error> {
        result.mapError { error in
            let remote = (error as? LoadFeedError)?.remote ?? error as? RemoteError
            guard signInRequest != .needed, remote?.isUnauthorized == true else { return error }
            return signInRequest
        }
    }

    /// Returns whether the connection failed, or the server is temporarily unavailable.
    private static func isOffline(after result: Result<FeedPage, any Error>) -> Bool {
        switch result {
        case .success(let page):
            if case .cache(let error?) = page.origin { error.isTransient } else { false }
        case .failure(let error):
            (error as? LoadFeedError)?.isTransient ?? (error as? RemoteError)?.isTransient ?? false
        }
    }

    /// Returns whether to show the result of a quiet load: rows are replaced only by a feed from the server.
    private func changesScreen(_ result: Result<FeedPage, any Error>) -> Bool {
        guard page != nil else { return true }
        if case .success(let newest) = result { return newest.origin.isRemote }
        return false
    }

    // MARK: Showing

    private mutating func perform(
        _ steps: [LoadResourcePresenter<FeedPage, FeedPage>.Step], _ load: Load = Load()
    ) -> [Action] {
        var actions: [Action] = []
        for step in steps {
            switch step {
            case .error(let message): show(error: message)
            case .loading(let isLoading): viewModel.isRefreshing = isLoading
            case .resource(let page): actions += receive(page, load)
            }
        }
        return actions
    }

    /// Shows a loaded feed. Only offers the feed if the user didn't ask for it and it would move the rows on the
    /// screen: the user has scrolled down, or the screen's own check found new images.
    private mutating func receive(_ loaded: FeedPage, _ load: Load) -> [Action] {
        guard let page else { return show(loaded) + returnToPlace() }
        let loaded = loaded.keepingShapes(of: page).withLaterPages(of: page)
        let movesPerson = load.isLook || isInBackground || isAtSavedPlace
        if loaded.origin.isRemote { isAtSavedPlace = false }
        guard !load.isRequested, loaded.images != page.images else { return show(loaded) }
        guard isBelowFirstPage || movesPerson && loaded.newCount(over: page) > 0 else { return show(loaded) }
        let notices = notify(of: loaded, over: page)
        return hold(loaded, over: page) + notices
    }

    /// Restores the last session's place in the first displayed feed, if the feed contains it.
    private mutating func returnToPlace() -> [Action] {
        guard let place else { return [] }
        self.place = nil
        var actions: [Action] = []
        if let card = place.card(in: viewModel.rows) {
            isAtSavedPlace = true
            actions.append(.scroll(to: card))
        }
        let (viewed, commented) = (place.viewed.flatMap(row), place.commented.flatMap(row))
        if viewed != nil || commented != nil {
            isAtSavedPlace = true
            actions.append(.reopen(viewed: viewed, commented: commented))
        }
        return actions
    }

    // MARK: Notifying

    /// Notifies the user of all images that aren't displayed, unless all of them are already on offer.
    private mutating func notify(of loaded: FeedPage, over page: FeedPage) -> [Action] {
        guard isInBackground, notifies else { return [] }
        let count = loaded.newCount(over: page)
        let offered = Set(newest.map { $0.images.prefix($0.newCount(over: page)).map(\.id) } ?? [])
        guard loaded.images.prefix(count).contains(where: { !offered.contains($0.id) }) else { return [] }
        hasNotified = true
        let isAll = count < loaded.images.count
        return [.notify(NewPhotosNotice(of: loaded.images.prefix(count), count: isAll ? count : nil))]
    }

    private mutating func withdrawNotice() -> [Action] {
        guard isInForeground, hasNotified else { return [] }
        hasNotified = false
        return [.withdrawNotice]
    }

    /// Whether the user has scrolled below the first page.
    private var isBelowFirstPage: Bool {
        let first = viewModel.rows.firstIndex { visibleRows.contains($0.id) }
        return first.map { $0 >= FeedQuery.defaultLimit } ?? false
    }

    /// Offers a newer feed and keeps showing the current one.
    private mutating func hold(_ newest: FeedPage, over page: FeedPage) -> [Action] {
        self.newest = newest
        viewModel.newestOffer = offer(of: newest, over: page)
        if newest.origin.isRemote, !page.origin.isRemote {
            self.page = FeedPage(images: page.images, origin: .cache(after: nil), loadedAt: page.loadedAt)
            showNote()
        }
        viewModel.loadMore = nextPage.map { _ in LoadMoreViewModel() }
        return cancelLoadMore()
    }

    private func offer(of newest: FeedPage, over page: FeedPage) -> String {
        func text(_ key: FeedStrings, _ arguments: String...) -> String {
            language.text(key.rawValue, arguments)
        }
        let count = newest.newCount(over: page)
        // If none of the images is known, there may be more new ones than the first page has.
        guard count > 0, count < newest.images.count else { return text(.showNewest) }
        return text(.newImages, String(count))
    }

    private mutating func showNewest() -> [Action] {
        guard let newest else { return [] }
        isAtSavedPlace = false
        return show(newest) + [.scrollToTop]
    }

    private mutating func show(_ page: FeedPage) -> [Action] {
        let page = self.page.map(page.keepingShapes) ?? page
        newest = nil
        self.page = page
        viewModel.rows = page.images
        viewModel.firstSeen = seen.show(page.images)
        viewModel.now = now
        viewModel.loadMore = page.loadMore.map { _ in LoadMoreViewModel() }
        viewModel.newestOffer = nil
        viewModel.content = page.images.isEmpty ? .empty(language.text(FeedStrings.empty)) : .rows
        showNote()
        return cancelLoadMore()
    }

    /// Shows an error as a banner over the rows, or in place of them if no feed is loaded.
    private mutating func show(error message: String?) {
        if page == nil {
            viewModel.content = message.map { .failed($0) } ?? .loading
        } else {
            viewModel.errorMessage = message
        }
    }

    private mutating func showNote() {
        // The offer of a newer feed from the server already tells the user.
        let page = newest?.origin.isRemote == true ? nil : page
        viewModel.note = page.flatMap {
            FeedPresenter.note(for: $0, now: now, calendar: calendar, language: language)
        }
        viewModel.noteDate = page.flatMap { FeedPresenter.date(for: $0, calendar: calendar, language: language) }
        viewModel.noteReason = page.flatMap {
            FeedPresenter.reason(for: $0, request: signInRequest, language: language)
        }
    }

    // MARK: Loading more

    /// Loads the next page. The pages after a feed that the server has replaced are reached through the newer feed.
    private var nextPage: FeedPage.LoadMore? {
        guard let newest else { return page?.loadMore }
        guard let page, page.origin.isRemote else { return nil }
        return newest.loadMore(after: page)
    }

    private mutating func startLoadingMore() -> [Action] {
        guard let nextPage else { return [] }
        viewModel.loadMore = LoadMoreViewModel(isLoading: true, progress: progress)
        return [.loadMore(nextPage)]
    }

    private mutating func goToEnd() -> [Action] {
        guard nextPage != nil else { return [] }
        goesToEnd = true
        let progress = progress
        viewModel.loadMore?.progress = progress
        return loadMore.retry() ? startLoadingMore() : []
    }

    private var progress: String? {
        goesToEnd
            ? language.text(FeedStrings.loadingToEnd, String(viewModel.rows.count)) : nil
    }

    private mutating func finishLoadingMore(with result: Result<FeedPage, any Error>) -> [Action] {
        loadMore.end()
        let goesToEnd = goesToEnd
        var actions: [Action] = []
        for step in presenter.didFinishLoading(with: explained(result)) {
            switch step {
            case .error(let message): viewModel.loadMore?.message = message
            case .loading(let isLoading): viewModel.loadMore?.isLoading = isLoading
            case .resource(let next): actions += newest == nil ? show(next) : append(next)
            }
        }
        switch result {
        case .success: return goesToEnd ? actions + goToEnd() : actions
        case .failure:
            self.goesToEnd = false
            viewModel.loadMore?.progress = nil
            return actions
        }
    }

    /// Shows the images of the newer feed that follow those on the screen. The newer feed stays on offer.
    private mutating func append(_ newest: FeedPage) -> [Action] {
        guard let page else { return [] }
        self.newest = newest
        let images = page.images + newest.keepingShapes(of: page).images(after: page)
        self.page = FeedPage(images: images, origin: page.origin, loadedAt: page.loadedAt)
        viewModel.rows = images
        viewModel.firstSeen = seen.show(images)
        viewModel.loadMore = nextPage.map { _ in LoadMoreViewModel() }
        return cancelLoadMore()
    }

    private mutating func cancelLoadMore() -> [Action] {
        goesToEnd = false
        defer { loadMore.reset() }
        return loadMore.isLoading ? [.cancelLoadMore] : []
    }
}
