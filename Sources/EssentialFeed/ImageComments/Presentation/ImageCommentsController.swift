public import Foundation

/// Decides what the comments screen shows and when comments are loaded (B250–B261).
@MainActor
public final class ImageCommentsController {
    /// Draws what is to be seen. Told nothing before ``appear()``.
    public weak var view: (any ImageCommentsView)?

    private let load: @Sendable () async throws -> [ImageComment]
    private let now: @Sendable () -> Date
    private let calendar: Calendar
    private let language: Language
    private var viewModel = ImageCommentsListViewModel()
    private var shown: ImageCommentsListViewModel?
    private var comments: [ImageComment]?
    /// When each comment was written.
    private var dates: [ImageComment.ID: Date] = [:]
    private var hasAppeared = false
    private var loading: Task<Void, Never>?
    private let reconnectClock: (any Clock<Duration>)?
    private lazy var reconnect = ReconnectAttempts(clock: reconnectClock) { [weak self] in
        self?.startLoading(isQuiet: true)
    }
    /// The load that runs is one that the screen begins by itself, which shows nothing while it runs.
    private var isLoadingQuietly = false
    private lazy var presenter = LoadViews<[ImageComment]>(
        resource: { [weak self] in self?.show($0) },
        loading: { [weak self] in self?.viewModel.isLoading = $0 },
        error: { [weak self] in self?.show(error: $0) }
    ).presenter(language: language)

    /// Asks for nothing (B251).
    /// - Parameter reconnectClock: measures how long is waited before the server is asked again while there is no
    ///   connection (N005); `nil`: it is not asked again by itself.
    public init(
        load: @escaping @Sendable () async throws -> [ImageComment], now: @escaping @Sendable () -> Date,
        calendar: Calendar = .current, language: Language, reconnectClock: (any Clock<Duration>)? = nil
    ) {
        self.reconnectClock = reconnectClock
        self.load = load
        self.now = now
        self.calendar = calendar
        self.language = language
    }

    /// Cancels the load that runs.
    deinit {
        loading?.cancel()
    }

    /// Loads the comments the first time, and nothing later (B251, B252).
    public func appear() {
        guard !hasAppeared else { return }
        hasAppeared = true
        refresh()
    }

    /// Nothing while a load runs (B251).
    public func refresh() {
        startLoading(isQuiet: false)
    }

    private func startLoading(isQuiet: Bool) {
        guard loading == nil else {
            if !isQuiet { showLoading() }
            return
        }
        reconnect.loadStarted()
        isLoadingQuietly = true
        if !isQuiet { showLoading() }
        loading = Task { [weak self, load] in
            let result: Result<[ImageComment], any Error>
            do {
                result = .success(try await load())
            } catch {
                result = .failure(error)
            }
            self?.finish(with: result)
        }
    }

    private func showLoading() {
        guard isLoadingQuietly else { return }
        isLoadingQuietly = false
        presenter.didStartLoading()
        display()
    }

    /// The person has read the error (B258).
    public func dismissError() {
        viewModel.errorMessage = nil
        display()
    }

    /// The network may be there again: a screen that shows an error loads once more (N005).
    public func connectionMayHaveReturned() {
        guard hasAppeared, viewModel.errorMessage != nil || viewModel.content.hasFailed else { return }
        refresh()
    }

    /// To be called about once a minute: the dates go with the time (B191).
    public func timePassed() {
        guard let comments else { return }
        viewModel.rows = rows(comments)
        display()
    }

    /// Returns when a comment that is shown was written, in words; `nil` for any other. Asked for the comments on
    /// the screen alone: there may be tens of thousands.
    public func absoluteDate(of id: ImageComment.ID) -> String? {
        dates[id].map { AbsoluteDate(calendar: calendar, locale: language.locale).text(for: $0) }
    }

    /// The screen is gone: what runs is cancelled, and nothing is shown any more (B259). Not to be called for a screen
    /// that is merely hidden (B260).
    public func stop() {
        view = nil
        reconnect.loadStarted()
        loading?.cancel()
    }

    /// - Parameter isInForeground: whether somebody may look at the screen. While somebody does, and there is no
    ///   connection, the server is asked again by itself (N005).
    public func foregroundChanged(_ isInForeground: Bool) {
        reconnect.isInForeground = isInForeground
    }

    private func finish(with result: Result<[ImageComment], any Error>) {
        guard loading?.isCancelled == false else { return }
        loading = nil
        switch result {
        case .success(let comments):
            viewModel.errorMessage = nil
            presenter.didFinishLoading(with: comments)
            reconnect.loadEnded(isOffline: false)
        case .failure(let error):
            // A banner over the comments that are there is not shown anew: somebody may have put it aside.
            if !isLoadingQuietly || comments == nil { presenter.didFinishLoading(with: error) }
            reconnect.loadEnded(isOffline: (error as? RemoteError)?.isTransient ?? false)
        }
        display()
    }

    private func show(_ comments: [ImageComment]) {
        self.comments = comments
        dates = Dictionary(comments.map { ($0.id, $0.createdAt) }) { first, _ in first }
        viewModel.rows = rows(comments)
        viewModel.content = comments.isEmpty ? .empty(ImageCommentsStrings.table.text(.empty, in: language)) : .rows
    }

    /// Over rows as a banner, without any in their place.
    private func show(error message: String?) {
        if comments == nil {
            viewModel.content = message.map { .failed($0) } ?? .loading
        } else {
            viewModel.errorMessage = message
        }
    }

    private func rows(_ comments: [ImageComment]) -> [ImageCommentViewModel] {
        ImageCommentsPresenter.map(comments, now: now(), calendar: calendar, locale: language.locale)
    }

    private func display() {
        guard viewModel != shown else { return }
        shown = viewModel
        view?.display(viewModel)
    }
}
