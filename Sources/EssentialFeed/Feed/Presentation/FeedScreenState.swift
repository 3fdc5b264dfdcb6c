package import Foundation
import HTTPTransport

/// What the feed screen shows and does: each event changes the view model and returns actions.
///
/// On the first appearance the cached feed and the server's are loaded at the same time: the cached one is shown if it
/// comes first, and what the load from the server brings takes its place.
///
/// Runs no tasks and reads no clock; ``FeedController`` does that for it.
package struct FeedScreenState {
    /// Something that happened to the screen.
    package enum Event: Sendable {
        case appeared
        /// It has been read where the person was at the end of the last session.
        case placeFound(FeedPlace)
        /// The person wants the newest feed.
        case refreshRequested
        /// The network may be back.
        case connectionMayHaveReturned
        /// The screen has come into view, or gone out of it.
        case foregroundChanged(Bool)
        /// The person has turned notifications of new images on or off.
        case notifiesChanged(Bool)
        /// Requests that nobody waits for may use the network from now on, or may not any more.
        case networkChanged(mayBeUsed: Bool)
        /// The wait for another attempt to load has ended.
        case waitEnded
        case cachedFeedLoaded(Result<FeedPage, any Error>)
        case feedLoaded(Result<FeedPage, any Error>)
        case loadMoreBecameVisible
        case loadMoreResignedVisible
        /// The person wants the next page.
        case loadMoreRequested
        case moreLoaded(Result<FeedPage, any Error>)
        /// The rows on the screen have changed.
        case visibleRowsChanged(Set<FeedImage.ID>)
        /// The person wants the newer feed that is offered.
        case newestRequested
        /// The person has read the error.
        case errorDismissed
        /// The person selected an image.
        case selected(FeedImage.ID)
        /// The person wants the comments of an image.
        case commentsSelected(FeedImage.ID)
        /// About a minute has passed.
        case minutePassed
        /// The screen is gone.
        case stopped
    }

    /// Something to do, after the view model is shown.
    package enum Action {
        case load
        case loadCached
        case loadMore(FeedPage.LoadMore)
        case cancelLoad
        case cancelLoadCached
        case cancelLoadMore
        case reconnect(ReconnectAttempts.Action)
        case scrollToTop
        /// Shows the card at the top of the screen.
        case scroll(to: FeedPlace.Card)
        /// Opens the viewer and the comments again that were open at the end of the last session.
        case reopen(viewed: FeedImage?, commented: FeedImage?)
        /// Notifies the person of new images.
        case notify(NewPhotosNotice)
        /// Takes back what the person was notified of.
        case withdrawNotice
        /// Hands over the image that the person selected.
        case select(FeedImage)
        /// Hands over the image whose comments the person wants.
        case selectComments(FeedImage)
        /// Hands over what the person has seen of the feed.
        case remember(SeenFeed)
        /// Reports an error that the screen doesn't show.
        case report(any Error)
    }

    /// A load of the feed that is running.
    private struct Load {
        /// Whether the person asked for the load, so that the screen scrolls to the top of a new feed.
        var isRequested = false
        /// Whether the screen started the load on its own and doesn't show that it is running.
        var isQuiet = true
        /// Whether the load only looks whether there is anything newer than a feed that isn't old.
        var isLook = false
    }

    /// The age of a feed, in seconds, from which the screen looks for a newer one while somebody may look at it.
    private static let ageOfLook: TimeInterval = 5 * 60
    /// How long, in seconds, the screen waits between two looks while nobody looks at it.
    private static let paceInBackground: TimeInterval = 15 * 60

    /// What the screen shows.
    package private(set) var viewModel = FeedViewModel()

    private let calendar: Calendar
    private let language: Language
    private let presenter: LoadResourcePresenter<FeedPage, FeedPage>
    /// When the latest event happened.
    private var now = Date.distantPast
    private var page: FeedPage?
    /// A newer feed than the one that is shown, held until the person wants it.
    private var newest: FeedPage?
    private var load: Load?
    private var isLoadingCached = false
    private var loadMore = LoadMoreState()
    private var reconnect = ReconnectAttempts()
    private var visibleRows: Set<FeedImage.ID> = []
    private var seen: SeenFeedState
    private var hasAppeared = false
    private var isInForeground = false
    /// Whether somebody has looked at the screen and has gone, so that what comes now is news.
    private var isInBackground = false
    private var notifies = false
    private var mayUseNetwork = true
    private var hasNotified = false
    /// When the last load from the server ended.
    private var lastLoad = Date.distantPast
    /// Where the person was at the end of the last session, until it has been shown.
    private var place: FeedPlace?
    /// Whether the screen shows a place from the last session, at which nobody has answered yet.
    private var isAtSavedPlace = false
    private var isStopped = false

    /// - Parameters:
    ///   - calendar: The calendar of the dates that are shown.
    ///   - language: The language of the texts that are shown.
    ///   - seen: What the person had seen of the feed the last time; `nil` if nothing is known of it.
    ///   - place: Where the person was at the end of the last session.
    package init(calendar: Calendar, language: Language, seen: SeenFeed? = nil, place: FeedPlace? = nil) {
        self.seen = SeenFeedState(before: seen)
        self.calendar = calendar
        self.language = language
        self.place = place
        presenter = LoadResourcePresenter(language: language)
    }

    /// Changes the view model by an event.
    /// - Parameter now: When the event happened.
    /// - Returns: What is to be done, in order.
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
        case .moreLoaded(let result): return finishLoadingMore(with: result)
        case .visibleRowsChanged(let ids):
            visibleRows = ids
            return see()
        case .newestRequested: return showNewest()
        case .errorDismissed: viewModel.errorMessage = nil
        case .selected(let id): return row(id).map { [.select($0)] } ?? []
        case .commentsSelected(let id): return row(id).map { [.selectComments($0)] } ?? []
        case .minutePassed:
            showNote()
            viewModel.now = now
            return look()
        case .stopped: return stop()
        }
        return []
    }

    /// Notes what is on the screen while somebody may look at it.
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
            image, relativeDate: RelativeDate(now: viewModel.now, calendar: calendar, locale: language.locale))
    }

    // MARK: Loading

    private mutating func appear() -> [Action] {
        guard !hasAppeared else { return [] }
        hasAppeared = true
        isLoadingCached = true
        return startLoading() + [.loadCached]
    }

    /// Joins the load that is running, if there is one.
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

    /// Looks quietly whether there is anything newer, if somebody may look at a feed that has reached the age, or wants to
    /// be notified.
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
        // A clock that went back says nothing about the age.
        return age >= seconds || age < -ClockTolerance.seconds
    }

    /// Notes that the feed on the screen is a saved one, because a quiet load found no server that confirms it.
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
            actions += perform(presenter.didFinishLoading(with: result), load)
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
        // The feed from the server came first.
        case .failure(is CancellationError): return []
        // Nothing valid is cached; if the load from the server also fails, its error says so.
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

    /// Whether the screen shows an error or a cached feed, so that another load may help.
    private var mayHaveFailed: Bool {
        hasAppeared && newest == nil
            && (viewModel.errorMessage != nil || viewModel.note != nil || viewModel.content.hasFailed)
    }

    /// Returns whether there was no connection, or a server that cannot answer for now.
    private static func isOffline(after result: Result<FeedPage, any Error>) -> Bool {
        switch result {
        case .success(let page):
            if case .cache(let error?) = page.origin { error.isTransient } else { false }
        case .failure(let error):
            (error as? LoadFeedError)?.isTransient ?? (error as? RemoteError)?.isTransient ?? false
        }
    }

    /// Returns whether the result of a quiet load is shown: rows stay as they are while there is nothing newer.
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

    /// Shows a loaded feed. Only offers it if the person didn't ask for it and it would move what they look at: because
    /// they have scrolled down, or because the screen has looked for new images on its own and found some.
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

    /// Shows the place of the last session in the first feed that is shown, if the feed has it.
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

    /// Notifies the person of all images that aren't shown, if some of them aren't offered yet.
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

    /// Whether the person has scrolled below the first page.
    private var isBelowFirstPage: Bool {
        let first = viewModel.rows.firstIndex { visibleRows.contains($0.id) }
        return first.map { $0 >= FeedQuery.defaultLimit } ?? false
    }

    /// Offers a newer feed. The shown one stays.
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
            FeedStrings.table.text(key, in: language, arguments)
        }
        let count = newest.newCount(over: page)
        // If no image is known, there may be more new ones than the first page has.
        guard count > 0, count < newest.images.count else { return text(.showNewest) }
        return count == 1 ? text(.oneNewImage) : text(.newImages, String(count))
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
        viewModel.content = page.images.isEmpty ? .empty(FeedStrings.table.text(.empty, in: language)) : .rows
        showNote()
        return cancelLoadMore()
    }

    /// Shows an error over the rows as a banner, or in their place if there are none.
    private mutating func show(error message: String?) {
        if page == nil {
            viewModel.content = message.map { .failed($0) } ?? .loading
        } else {
            viewModel.errorMessage = message
        }
    }

    private mutating func showNote() {
        viewModel.note = page.flatMap {
            FeedPresenter.note(for: $0, now: now, calendar: calendar, language: language)
        }
        viewModel.noteDate = page.flatMap { FeedPresenter.date(for: $0, calendar: calendar, language: language) }
        viewModel.noteReason = page.flatMap { FeedPresenter.reason(for: $0, language: language) }
    }

    // MARK: Loading more

    /// What loads more. The pages after a feed that the server has replaced are reached through the newer feed.
    private var nextPage: FeedPage.LoadMore? {
        guard let newest else { return page?.loadMore }
        guard let page, page.origin.isRemote else { return nil }
        return newest.loadMore(after: page)
    }

    private mutating func startLoadingMore() -> [Action] {
        guard let nextPage else { return [] }
        viewModel.loadMore = LoadMoreViewModel(isLoading: true)
        return [.loadMore(nextPage)]
    }

    private mutating func finishLoadingMore(with result: Result<FeedPage, any Error>) -> [Action] {
        loadMore.end()
        var actions: [Action] = []
        for step in presenter.didFinishLoading(with: result) {
            switch step {
            case .error(let message): viewModel.loadMore?.message = message
            case .loading(let isLoading): viewModel.loadMore?.isLoading = isLoading
            case .resource(let next): actions += newest == nil ? show(next) : append(next)
            }
        }
        return actions
    }

    /// Shows the images of the newer feed that come after those on the screen. It is still offered.
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
        defer { loadMore.reset() }
        return loadMore.isLoading ? [.cancelLoadMore] : []
    }
}
