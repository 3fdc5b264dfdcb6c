package import Foundation

package struct ImageCommentsListViewModel: Hashable, Sendable {
    package var image = FeedImageViewModel()
    package var rows: [ImageCommentViewModel] = []
    package var isLoading = false
    package var errorMessage: String?
    package var content = ListContent.loading
    package var newComment: NewCommentViewModel?

    package init() {}
}

package struct NewCommentViewModel: Hashable, Sendable {
    package var text: String
    package var isSending: Bool

    package var canBeSent: Bool { !isSending && !PlainText.isBlank(text) }

    package init(text: String = "", isSending: Bool = false) {
        self.text = text
        self.isSending = isSending
    }
}

@MainActor
package protocol ImageCommentsView: AnyObject {
    func display(_ viewModel: ImageCommentsListViewModel)
}

/// Drives the comments screen: runs the loads and the sending that `ImageCommentsScreenState` asks for and passes its
/// view models to the view.
@MainActor
package final class ImageCommentsController: ScreenController {
    package typealias Send = @Sendable (CommentDraft) async throws -> ImageComment

    private enum Work {
        case load, wait, send
    }

    package weak var view: (any ImageCommentsView)?
    private var state: ImageCommentsScreenState
    private lazy var tasks = ScreenTasks<Work, ImageCommentsScreenState.Event> { [weak self] in self?.handle($0) }
    private let load: @Sendable () async throws -> ImageConversation
    private let send: Send
    private let context: ScreenContext

    /// - Parameters:
    ///   - draft: What the user typed earlier and didn't send.
    ///   - load: Loads the comments; throws ``RemoteError`` or `CancellationError`.
    ///   - send: Sends a comment; throws ``CommentRefusal``, ``RemoteError`` or `CancellationError`.
    package init(
        image: FeedImage, draft: CommentDraft = .empty,
        load: @escaping @Sendable () async throws -> ImageConversation, send: @escaping Send,
        in context: ScreenContext
    ) {
        state = ImageCommentsScreenState(
            image: image, draft: draft, calendar: context.calendar, language: context.language)
        self.load = load
        self.send = send
        self.context = context
    }

    /// Loads the comments the first time; later calls do nothing.
    package func appear() { handle(.appeared) }

    /// Loads the newest comments at the user's request. Joins the load that is running, if any.
    package func refresh() { handle(.refreshRequested) }

    /// Reloads the comments if the screen shows an error, because the network may be back.
    package func connectionMayHaveReturned() { handle(.connectionMayHaveReturned) }

    package func foregroundChanged(_ isInForeground: Bool) { handle(.foregroundChanged(isInForeground)) }
    package func type(_ draft: CommentDraft) { handle(.commentTyped(draft)) }
    package func sendComment() { handle(.sendRequested) }

    package var draft: CommentDraft { state.draft }

    package func dismissError() { handle(.errorDismissed) }

    /// Updates the dates. Call it about once a minute.
    package func timePassed() { handle(.minutePassed) }

    /// Returns the date and time of a displayed comment; `nil` for any other comment.
    package func absoluteDate(of id: ImageComment.ID) -> String? { state.absoluteDate(of: id) }

    package func stop() {
        view = nil
        handle(.stopped)
    }

    var viewModel: ImageCommentsListViewModel { state.viewModel }

    func change(after event: ImageCommentsScreenState.Event) -> [ImageCommentsScreenState.Action] {
        state.handle(event, at: context.now())
    }

    func draw(_ viewModel: ImageCommentsListViewModel) { view?.display(viewModel) }

    func perform(_ action: ImageCommentsScreenState.Action) {
        switch action {
        case .load: tasks.run(.load) { [load] in .commentsLoaded(await Result(of: load)) }
        case .cancelLoad: tasks.cancel(.load)
        case .send(let draft): tasks.run(.send) { [send] in .commentSent(await Result { try await send(draft) }) }
        case .reconnect(.wait(let delay)): tasks.wait(.wait, for: delay, on: context.reconnectClock, then: .waitEnded)
        case .reconnect(.cancelWait): tasks.cancel(.wait)
        }
    }
}

package struct ImageCommentViewModel: Hashable, Sendable, Identifiable {
    /// The row's id in its list: the comment's id, unless an earlier comment has the same id.
    package let id: UUID
    package let message: String
    /// How long ago the comment was written, and whether it is hidden.
    package let date: String
    package let username: String

    package init(id: UUID, message: String, date: String, username: String) {
        self.id = id
        self.message = message
        self.date = date
        self.username = username
    }
}

/// A comment being written. The id stays the same until the text changes: a retry after a lost response doesn't post
/// the comment twice.
package struct CommentDraft: Hashable, Sendable {
    package let id: UUID
    package internal(set) var text: String

    /// Nothing typed yet. Its id is never sent.
    package static let empty = CommentDraft("", id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    package init(_ text: String, id: UUID) {
        self.id = id
        self.text = text
    }
}
