public import Foundation

/// Decides what the feed screen shows and when the feed is loaded (B200–B228, N001, N002, N005).
///
/// On the first appearance the saved feed and the server's are asked for at the same time: the saved one is shown if it
/// comes first, and what the load from the server yields takes its place.
@MainActor
public final class FeedController {
    public typealias Load = @Sendable () async throws -> FeedPage

    /// Draws what is to be seen. Told nothing before ``appear()``.
    public weak var view: (any FeedView)?

    private let loadSaved: Load?
    private let load: Load
    private let now: @Sendable () -> Date
    private let calendar: Calendar
    private let language: Language
    private let onSelect: @MainActor (FeedImage) -> Void
    private let report: @Sendable (any Error) -> Void

    private var viewModel = FeedViewModel()
    private var shown: FeedViewModel?
    private var page: FeedPage?
    /// Newer than what is shown, and kept until the person wants it (N001).
    private var held: FeedPage?
    private var loadMoreState = LoadMoreState()
    private var isBelowFirstPage = false
    private var wasAskedFor = false
    /// Whether the load brought a feed, the server's or a saved one.
    private var hasCome = false
    private var hasAppeared = false
    private var loading: Task<Void, Never>?
    private var loadingSaved: Task<Void, Never>?
    private var loadingMore: Task<Void, Never>?
    /// The load that runs is one that the screen begins by itself, which shows nothing while it runs.
    private var isLoadingQuietly = false
    private let reconnectClock: (any Clock<Duration>)?
    private lazy var reconnect = ReconnectAttempts(clock: reconnectClock) { [weak self] in
        self?.startLoading(isAskedFor: false, isQuiet: true)
    }
    private lazy var presenter = LoadViews<FeedPage>(
        resource: { [weak self] in self?.came($0) },
        loading: { [weak self] in self?.viewModel.isRefreshing = $0 },
        error: { [weak self] in self?.show(error: $0) }
    ).presenter(language: language)
    private lazy var morePresenter = LoadViews<FeedPage>(
        resource: { [weak self] in self?.show($0) },
        loading: { [weak self] in self?.viewModel.loadMore?.isLoading = $0 },
        error: { [weak self] in self?.viewModel.loadMore?.message = $0 }
    ).presenter(language: language)

    /// Asks for nothing (B201).
    /// - Parameters:
    ///   - loadSaved: loads the saved feed without asking the server for it; without it, nothing is shown before `load`
    ///     has returned.
    ///   - load: loads the feed from the server or else the saved one.
    ///   - reconnectClock: measures how long is waited before the server is asked again while there is no connection
    ///     (N005); `nil`: it is not asked again by itself.
    ///   - onSelect: told of the image that the person selects (B211).
    ///   - report: told of each error that the screen says nothing of.
    public init(
        loadSaved: Load? = nil, load: @escaping Load, now: @escaping @Sendable () -> Date,
        calendar: Calendar = .current, language: Language, reconnectClock: (any Clock<Duration>)? = nil,
        onSelect: @escaping @MainActor (FeedImage) -> Void,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.reconnectClock = reconnectClock
        self.loadSaved = loadSaved
        self.load = load
        self.now = now
        self.calendar = calendar
        self.language = language
        self.onSelect = onSelect
        self.report = report
    }

    /// Cancels the loads that run.
    deinit {
        for task in [loading, loadingSaved, loadingMore] { task?.cancel() }
    }

    // MARK: Loading

    /// Loads the feed the first time (B201), and nothing later (B202).
    public func appear() {
        guard !hasAppeared else { return }
        hasAppeared = true
        startLoading(isAskedFor: false)
        guard let loadSaved else { return }
        loadingSaved = Task { [weak self, report] in
            do {
                let page = try await loadSaved()
                if !Task.isCancelled { self?.savedFeedCame(page) }
            } catch is CancellationError {
                // The feed from the server came first.
            } catch let error as LoadFeedError where error.cache == nil {
                // Nothing valid is saved; the load from the server says what there is to say.
            } catch {
                report(error)
            }
        }
    }

    /// The person wants the newest feed. Nothing while a load runs (B203).
    public func refresh() {
        startLoading(isAskedFor: true)
    }

    /// The network may be there again: a screen that shows an error or a saved feed loads once more (N005).
    public func connectionMayHaveReturned() {
        guard hasAppeared, held == nil,
            viewModel.errorMessage != nil || viewModel.note != nil || viewModel.content.hasFailed
        else { return }
        startLoading(isAskedFor: false)
    }

    /// - Parameter isInForeground: whether somebody may look at the screen. While somebody does, and there is no
    ///   connection, the server is asked again by itself (N005).
    public func foregroundChanged(_ isInForeground: Bool) {
        reconnect.isInForeground = isInForeground
    }

    /// Cancels what runs. Nothing is shown any more.
    public func stop() {
        view = nil
        reconnect.loadStarted()
        for task in [loading, loadingSaved, loadingMore] { task?.cancel() }
    }

    private func startLoading(isAskedFor: Bool, isQuiet: Bool = false) {
        guard loading == nil else {
            // Whoever asks meanwhile wants what the running load brings.
            wasAskedFor = wasAskedFor || isAskedFor
            if !isQuiet { showLoading() }
            return
        }
        wasAskedFor = isAskedFor
        reconnect.loadStarted()
        isLoadingQuietly = true
        if !isQuiet { showLoading() }
        loading = Task { [weak self, load] in
            let result: Result<FeedPage, any Error>
            do {
                result = .success(try await load())
            } catch {
                result = .failure(error)
            }
            self?.finishLoading(with: result)
        }
    }

    private func showLoading() {
        guard isLoadingQuietly else { return }
        isLoadingQuietly = false
        presenter.didStartLoading()
        display()
    }

    private func finishLoading(with result: Result<FeedPage, any Error>) {
        guard loading?.isCancelled == false else { return }
        loading = nil
        loadingSaved?.cancel()
        defer { reconnect.loadEnded(isOffline: Self.isOffline(after: result)) }
        guard !isLoadingQuietly || changesScreen(result) else { return }
        let old = page?.images
        hasCome = false
        switch result {
        case .success(let page):
            viewModel.errorMessage = nil
            presenter.didFinishLoading(with: page)
        case .failure(let error): presenter.didFinishLoading(with: error)
        }
        display()
        if wasAskedFor, hasCome, page?.images != old { view?.scrollToTop() }
    }

    /// Whether there was no connection, or a server that cannot answer for now.
    private static func isOffline(after result: Result<FeedPage, any Error>) -> Bool {
        switch result {
        case .success(let page):
            if case .cache(let error?) = page.origin { error.isTransient } else { false }
        case .failure(let error):
            (error as? LoadFeedError)?.isTransient ?? (error as? RemoteError)?.isTransient ?? false
        }
    }

    /// What a load that nobody asked for brought: rows stay as they are while there is nothing newer than them.
    private func changesScreen(_ result: Result<FeedPage, any Error>) -> Bool {
        guard page != nil else { return true }
        if case .success(let newest) = result { return newest.origin.isRemote }
        return false
    }

    // MARK: Showing

    /// Shows a newer feed that was kept (N001).
    public func showNewest() {
        guard let held else { return }
        show(held)
        display()
        view?.scrollToTop()
    }

    /// - Parameter isBelow: whether the person has scrolled below the first page (N001).
    public func scrolled(belowFirstPage isBelow: Bool) {
        isBelowFirstPage = isBelow
    }

    /// The person has read the error (B210).
    public func dismissError() {
        viewModel.errorMessage = nil
        display()
    }

    /// The person selected an image (B211).
    public func select(_ id: FeedImage.ID) {
        guard let image = viewModel.rows.first(where: { $0.id == id }) else { return }
        onSelect(image)
    }

    /// To be called about once a minute: what is said of time goes with it (B191).
    public func timePassed() {
        showNote()
        display()
    }

    private func savedFeedCame(_ saved: FeedPage) {
        guard page == nil, loading != nil else { return }
        show(saved)
        display()
    }

    /// A feed that nobody asked for moves nobody who has scrolled down, unless it is the one that is shown (N001).
    private func came(_ newest: FeedPage) {
        hasCome = true
        let newest = withLaterPages(newest)
        if isBelowFirstPage, !wasAskedFor, let page, !page.images.isEmpty, newest.images != page.images {
            hold(newest, over: page)
        } else {
            show(newest)
        }
    }

    /// Where the server's first page is the one that is shown, the pages after it stay: there is nothing new. The next
    /// page after them is reached through those in between, which may have changed.
    private func withLaterPages(_ newest: FeedPage) -> FeedPage {
        guard let page, let loadMore = newest.loadMore, newest.origin.isRemote, !newest.images.isEmpty,
            newest.images.count < page.images.count, page.images.starts(with: newest.images)
        else { return newest }
        let count = page.images.count
        return FeedPage(images: page.images, origin: newest.origin, loadedAt: newest.loadedAt) {
            var next = try await loadMore()
            while next.images.count <= count, let loadMore = next.loadMore { next = try await loadMore() }
            return next
        }
    }

    /// What is shown stays, but it cannot be gone on with: its next page would be one of a feed that is no more (B164).
    private func hold(_ newest: FeedPage, over page: FeedPage) {
        giveUpLoadingMore()
        held = newest
        viewModel.offersNewest = true
        viewModel.loadMore = nil
        if newest.origin.isRemote, !page.origin.isRemote {
            self.page = FeedPage(images: page.images, origin: .cache(after: nil), loadedAt: page.loadedAt)
            showNote()
        }
    }

    private func giveUpLoadingMore() {
        loadingMore?.cancel()
        loadingMore = nil
        loadMoreState.succeed()
    }

    private func show(_ page: FeedPage) {
        giveUpLoadingMore()
        held = nil
        self.page = page
        viewModel.rows = page.images
        viewModel.loadMore = page.loadMore.map { _ in LoadMoreViewModel() }
        viewModel.offersNewest = false
        showNote()
        viewModel.content = page.images.isEmpty ? .empty(FeedStrings.table.text(.empty, in: language)) : .rows
    }

    /// Over rows as a banner, without any in their place.
    private func show(error message: String?) {
        if page == nil {
            viewModel.content = message.map { .failed($0) } ?? .loading
        } else {
            viewModel.errorMessage = message
        }
    }

    private func showNote() {
        viewModel.note = page.flatMap {
            FeedPresenter.note(for: $0, now: now(), calendar: calendar, language: language)
        }
        viewModel.noteDate = page.flatMap { FeedPresenter.date(for: $0, calendar: calendar, language: language) }
        viewModel.noteReason = page.flatMap { FeedPresenter.reason(for: $0, language: language) }
    }

    private func display() {
        guard viewModel != shown else { return }
        shown = viewModel
        view?.display(viewModel)
    }

    // MARK: Loading more

    /// The load-more row came on the screen, or still is there after the rows changed (B220–B222, B226).
    public func loadMoreBecameVisible() {
        guard held == nil, let loadMore = page?.loadMore, loadMoreState.becomeVisible() else { return }
        startLoadingMore(loadMore)
    }

    public func loadMoreResignedVisible() {
        loadMoreState.resignVisible()
    }

    /// The person wants the next page (B225).
    public func retryLoadMore() {
        guard held == nil, let loadMore = page?.loadMore, loadMoreState.retry() else { return }
        startLoadingMore(loadMore)
    }

    private func startLoadingMore(_ loadMore: @escaping FeedPage.LoadMore) {
        morePresenter.didStartLoading()
        display()
        loadingMore = Task { [weak self] in
            do {
                let next = try await loadMore()
                guard !Task.isCancelled else { return }
                self?.morePresenter.didFinishLoading(with: next)
            } catch {
                guard !Task.isCancelled else { return }
                self?.loadMoreState.fail()
                self?.morePresenter.didFinishLoading(with: error)
            }
            self?.display()
        }
    }
}
