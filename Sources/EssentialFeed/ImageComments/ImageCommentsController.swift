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
    private lazy var presenter = LoadViews<[ImageComment]>(
        resource: { [weak self] in self?.show($0) },
        loading: { [weak self] in self?.viewModel.isLoading = $0 },
        error: { [weak self] in self?.show(error: $0) }
    ).presenter(language: language)

    /// Asks for nothing (B251).
    public init(
        load: @escaping @Sendable () async throws -> [ImageComment], now: @escaping @Sendable () -> Date,
        calendar: Calendar = .current, language: Language
    ) {
        self.load = load
        self.now = now
        self.calendar = calendar
        self.language = language
    }

    /// Loads the comments the first time, and nothing later (B251, B252).
    public func appear() {
        guard !hasAppeared else { return }
        hasAppeared = true
        refresh()
    }

    /// Nothing while a load runs (B251).
    public func refresh() {
        guard loading == nil else { return }
        presenter.didStartLoading()
        display()
        loading = Task { [weak self, load] in
            do {
                let comments = try await load()
                self?.finish { $0.didFinishLoading(with: comments) }
            } catch {
                self?.finish { $0.didFinishLoading(with: error) }
            }
        }
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
        loading?.cancel()
    }

    private func finish(_ tell: (LoadResourcePresenter<[ImageComment], LoadViews<[ImageComment]>>) -> Void) {
        guard loading?.isCancelled == false else { return }
        loading = nil
        tell(presenter)
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
