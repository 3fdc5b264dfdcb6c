package import Foundation

/// The state and behavior of the comments screen: each event changes the view model and returns actions.
///
/// Runs no tasks and reads no clock; ``ImageCommentsController`` does both.
package struct ImageCommentsScreenState {
    package enum Event: Sendable {
        case appeared
        case refreshRequested
        case connectionMayHaveReturned
        case foregroundChanged(Bool)
        case waitEnded
        case commentsLoaded(Result<ImageConversation, any Error>)
        /// The user has typed; the draft has the new text and a new id.
        case commentTyped(CommentDraft)
        case sendRequested
        case commentSent(Result<ImageComment, any Error>)
        case errorDismissed
        case minutePassed
        case stopped
    }

    package enum Action: Hashable, Sendable {
        case load
        case cancelLoad
        case send(CommentDraft)
        case reconnect(ReconnectAttempts.Action)
    }

    private enum Load {
        /// The screen started the load by itself and doesn't show progress.
        case quiet
        case shown
    }

    package private(set) var viewModel = ImageCommentsListViewModel()
    package private(set) var draft: CommentDraft
    private let image: FeedImage
    private let calendar: Calendar
    private let language: Language
    private var now = Date.distantPast
    private var comments: [ImageComment]?
    /// Comments sent since the start of the running load, which may not include them.
    private var sentMeanwhile: [ImageComment] = []
    private var dates: [ImageComment.ID: Date] = [:]
    private var load: Load?
    private var isOpen = false
    private var isSending = false
    /// Whether the error is about an unsaved comment. A successful load doesn't remove it.
    private var hasSendingFailed = false
    private var hasLoadFailed = false
    private var reconnect = ReconnectAttempts()
    private var hasAppeared = false
    private var isStopped = false

    package init(image: FeedImage, draft: CommentDraft = .empty, calendar: Calendar, language: Language) {
        self.image = image
        self.draft = draft
        self.calendar = calendar
        self.language = language
    }

    package mutating func handle(_ event: Event, at now: Date) -> [Action] {
        guard !isStopped else { return [] }
        self.now = now
        switch event {
        case .appeared:
            guard !hasAppeared else { return [] }
            hasAppeared = true
            showImage()
            return startLoading()
        case .refreshRequested: return startLoading()
        case .connectionMayHaveReturned: return mayHaveFailed ? startLoading() : []
        case .foregroundChanged(let isInForeground):
            return reconnect.foregroundChanged(isInForeground).map(Action.reconnect)
        case .waitEnded:
            reconnect.waitEnded()
            return startLoading(isQuiet: true)
        case .commentsLoaded(let result): return finishLoading(with: result)
        case .commentTyped(let typed):
            guard typed.text != draft.text, !isSending else { return [] }
            draft = typed
            showNewComment()
        case .sendRequested:
            guard viewModel.newComment?.canBeSent == true else { return [] }
            isSending = true
            hasSendingFailed = false
            viewModel.errorMessage = nil
            showNewComment()
            return [.send(draft)]
        case .commentSent(let result): finishSending(with: result)
        case .errorDismissed:
            hasSendingFailed = false
            viewModel.errorMessage = nil
            if viewModel.content.hasFailed { viewModel.content = .rows }
        case .minutePassed:
            showImage()
            showRows()
        case .stopped:
            isStopped = true
            return reconnect.cancelWait().map(Action.reconnect) + (load == nil ? [] : [.cancelLoad])
        }
        return []
    }

    package func absoluteDate(of id: ImageComment.ID) -> String? {
        dates[id].map { AbsoluteDate(calendar: calendar, locale: language.locale).text(for: $0) }
    }

    private var mayHaveFailed: Bool {
        hasAppeared && (viewModel.errorMessage != nil && hasLoadFailed || comments == nil && load == nil)
    }

    private mutating func startLoading(isQuiet: Bool = false) -> [Action] {
        let isRunning = load != nil
        if !isQuiet, load != .shown {
            load = .shown
            showLoad(error: nil)
            viewModel.isLoading = true
        }
        guard !isRunning else { return [] }
        load = isQuiet ? .quiet : .shown
        sentMeanwhile = []
        return reconnect.cancelWait().map(Action.reconnect) + [.load]
    }

    private mutating func finishSending(with result: Result<ImageComment, any Error>) {
        isSending = false
        switch result {
        case .success(let comment):
            draft.text = ""
            if load != nil { sentMeanwhile.append(comment) }
            let shown = comments ?? []
            if !shown.contains(where: { $0.id == comment.id }) {
                show(ImageConversation(shown + [comment], isOpen: isOpen))
            }
        case .failure(let error):
            guard !(error is CancellationError) else { break }
            show(error: ErrorMessage.text(for: error, in: language))
            hasSendingFailed = true
        }
        showNewComment()
    }

    private mutating func finishLoading(with result: Result<ImageConversation, any Error>) -> [Action] {
        guard let load else { return [] }
        self.load = nil
        var isOffline = false
        switch result {
        case .success(let loaded):
            hasLoadFailed = false
            if !hasSendingFailed { viewModel.errorMessage = nil }
            let ids = Set(loaded.comments.map(\.id))
            show(
                ImageConversation(
                    loaded.comments + sentMeanwhile.filter { !ids.contains($0.id) }, isOpen: loaded.isOpen))
            viewModel.isLoading = false
        case .failure(let error):
            hasLoadFailed = true
            // A quiet load doesn't show the banner over the comments again: the user may have hidden it.
            if load == .shown || comments == nil {
                showLoad(error: error is CancellationError ? nil : ErrorMessage.text(for: error, in: language))
                viewModel.isLoading = false
            }
            isOffline = (error as? RemoteError)?.isTransient ?? false
        }
        return reconnect.loadEnded(isOffline: isOffline).map(Action.reconnect)
    }

    /// Shows why a load failed. `nil` hides the reason of an earlier one, but not that a comment wasn't saved.
    private mutating func showLoad(error message: String?) {
        guard message != nil || !hasSendingFailed else { return }
        hasSendingFailed = false
        show(error: message)
    }

    private mutating func show(_ conversation: ImageConversation) {
        let comments = conversation.comments
        self.comments = comments
        isOpen = conversation.isOpen
        dates = Dictionary(comments.map { ($0.id, $0.createdAt) }) { first, _ in first }
        viewModel.content = comments.isEmpty ? .empty(language.text(ImageCommentsStrings.empty)) : .rows
        showRows()
        showNewComment()
    }

    private mutating func showNewComment() {
        viewModel.newComment = isOpen ? NewCommentViewModel(text: draft.text, isSending: isSending) : nil
    }

    private mutating func showImage() {
        viewModel.image = FeedImagePresenter.map(
            image, relativeDate: RelativeDate(now: now, calendar: calendar, locale: language.locale),
            absoluteDate: AbsoluteDate(calendar: calendar, locale: language.locale))
    }

    private mutating func showRows() {
        guard let comments else { return }
        viewModel.rows = ImageCommentsPresenter.map(comments, now: now, calendar: calendar, in: language)
    }

    private mutating func show(error message: String?) {
        if comments == nil {
            viewModel.content = message.map { .failed($0) } ?? .loading
        } else {
            viewModel.errorMessage = message
        }
    }
}
