import EssentialFeed
import Foundation
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite(.detectsHangs, .watchesTasks) struct ImageCommentsControllerTests {
    @Test func `B250 The title is the localised title of the comments`() {
        #expect(ImageCommentsPresenter.title(in: .english) == "Comments")
        #expect(ImageCommentsPresenter.title(in: .greek) == "Σχόλια")
        #expect(ImageCommentsPresenter.title(in: .brazilianPortuguese) == "Comentários")
    }

    @Test func `B251 B252 B253 The comments load when the screen appears, once at a time, as is shown`() async throws {
        let screen = Screen()
        #expect(screen.loads.count == 0)
        screen.controller.appear()
        #expect(screen.last.isLoading)
        #expect(screen.last.content == .loading)
        screen.controller.appear()
        screen.controller.refresh()
        try await screen.finish(0, with: .success([]))
        screen.controller.appear()
        #expect(!screen.last.isLoading)
        screen.controller.refresh()
        #expect(screen.last.isLoading)
        screen.controller.refresh()
        try await screen.finish(1, with: .failure(noConnection))
        #expect(!screen.last.isLoading)
        screen.controller.refresh()
        try await screen.finish(2, with: .success([]))
        #expect(screen.loads.count == 3)
    }

    @Test func `B172 B189 B254 The rows are the comments in order, with dates; a reload replaces them`() async throws {
        let screen = Screen()
        let first = screen.comment("a message", by: "a username", secondsAgo: 300)
        let second = screen.comment("another message", by: "another username", secondsAgo: 86_400)
        screen.controller.appear()
        try await screen.finish(0, with: .success([first, second]))
        #expect(screen.last.rows.map(\.id) == [first.id, second.id])
        #expect(screen.last.rows.map(\.message) == ["a message", "another message"])
        #expect(screen.last.rows.map(\.username) == ["a username", "another username"])
        #expect(screen.last.rows.map(\.date) == ["5 minutes ago", "1 day ago"])
        screen.controller.refresh()
        try await screen.finish(1, with: .success([second]))
        #expect(screen.last.rows.map(\.id) == [second.id])
    }

    @Test func `B191 The relative dates follow the clock`() async throws {
        let screen = Screen()
        screen.controller.timePassed()
        screen.controller.appear()
        try await screen.finish(0, with: .success([screen.comment("a message", by: "a username", secondsAgo: 60)]))
        screen.time.set(screen.time.value.addingTimeInterval(60))
        screen.controller.timePassed()
        #expect(screen.last.rows.map(\.date) == ["2 minutes ago"])
    }

    @Test func `B255 An empty result clears the list and shows a page that says so`() async throws {
        let screen = try await Screen.withRows()
        screen.controller.refresh()
        try await screen.finish(1, with: .success([]))
        #expect(screen.last.rows.isEmpty)
        #expect(screen.last.content == .empty("There are no comments yet."))
    }

    @Test func `B256 B257 B258 A failed reload keeps the rows; the banner says why until it is hidden`() async throws {
        let screen = try await Screen.withRows()
        let rows = screen.last.rows
        #expect(screen.view.shown.all.allSatisfy { $0.errorMessage == nil })
        screen.controller.refresh()
        try await screen.finish(1, with: .failure(noConnection))
        #expect(screen.last.rows == rows)
        #expect(screen.last.errorMessage?.hasPrefix("Couldn’t connect to the server") == true)
        screen.controller.refresh()
        #expect(screen.last.errorMessage == nil)
        try await screen.finish(2, with: .failure(noConnection))
        #expect(screen.last.errorMessage != nil)
        screen.controller.dismissError()
        #expect(screen.last.errorMessage == nil)
    }

    @Test func `B257 B258 B275a Without rows, the error is in their place until the person removes it`() async throws {
        let screen = Screen()
        screen.controller.appear()
        try await screen.finish(0, with: .failure(noConnection))
        guard case .failed(let message) = screen.last.content else {
            Issue.record("shown was \(screen.last.content)")
            return
        }
        #expect(message.hasPrefix("Couldn’t connect to the server"))
        screen.controller.dismissError()
        #expect(screen.last.content == .rows)
        #expect(screen.last.rows.isEmpty)
        #expect(screen.last.errorMessage == nil)
        screen.controller.connectionMayHaveReturned()
        try await screen.finish(1, with: .success([]))
        #expect(screen.last.content == .empty("There are no comments yet."))
    }

    @Test func `B259 B260 B277 Stopping the screen cancels its request once, and keeps nothing`() async throws {
        let screen = Screen()
        screen.controller.appear()
        try await screen.loads.arrival(0)
        let shown = screen.view.shown.all.count
        #expect(screen.loads.cancelled.isEmpty)
        weak let controller = screen.controller
        screen.releaseController()
        try await screen.loads.cancellation(0)
        await letOthersRun()
        #expect(controller == nil)
        #expect(screen.loads.cancelled == [0])
        #expect(screen.view.shown.all.count == shown)
    }

    @Test func `B259 A controller released without being stopped cancels the running request, once`() async throws {
        let screen = Screen()
        screen.controller.appear()
        try await screen.loads.arrival(0)
        screen.dropController()
        try await screen.loads.cancellation(0)
        #expect(screen.loads.cancelled == [0])
    }

    @Test func `B261 Two equal comments by one user in one minute are two rows`() async throws {
        let screen = Screen()
        screen.controller.appear()
        let comments = (0..<2).map { _ in screen.comment("a message", by: "a username", secondsAgo: 60) }
        try await screen.finish(0, with: .success(comments))
        #expect(screen.last.rows.map(\.id) == comments.map(\.id))
        #expect(Set(screen.last.rows.map(\.id)).count == 2)
    }

    @Test func `When the connection may have returned, comments that failed are loaded once more`() async throws {
        let screen = Screen()
        screen.controller.connectionMayHaveReturned()
        screen.controller.appear()
        try await screen.finish(0, with: .failure(noConnection))
        screen.controller.connectionMayHaveReturned()
        screen.controller.connectionMayHaveReturned()
        try await screen.finish(1, with: .success([]))
        screen.controller.connectionMayHaveReturned()
        screen.controller.refresh()
        try await screen.finish(2, with: .success([]))
        #expect(screen.loads.count == 3)
    }

    @Test func `Offline, in the foreground, the comments are loaded again, quietly, until they come`() async throws {
        let clock = VirtualClock()
        let screen = Screen(reconnectClock: clock)
        screen.controller.foregroundChanged(true)
        screen.controller.appear()
        try await screen.finish(0, with: .failure(noConnection))
        let shown = screen.view.shown.all.count
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        try await screen.loads.arrival(1)
        screen.loads.answer(1, with: .failure(noConnection))
        await clock.sleepers(1)
        #expect(screen.view.shown.all.count == shown)
        clock.advance(by: .seconds(4))
        try await screen.loads.arrival(2)
        screen.loads.answer(2, with: .success([screen.comment("a message", by: "a username", secondsAgo: 60)]))
        await screen.view.shown.until { $0.content == .rows }
        await letOthersRun()
        #expect(clock.sleeps == [.seconds(2), .seconds(4)])
    }

    @Test func `What the user has typed is sent; it stays a draft if the screen closes before that`() async throws {
        let screen = try await Screen.withRows()
        screen.controller.type(CommentDraft("a new message", id: UUID()))
        let draft = screen.controller.draft
        screen.controller.sendComment()
        try await screen.sends.arrival(0)
        #expect(screen.drafts.withLock { $0 } == [draft])
        #expect(draft.text == "a new message")
        screen.controller.stop()
        #expect(screen.controller.draft == draft)
        screen.releaseController()
    }

    @MainActor
    private final class Screen {
        final class View: ImageCommentsView {
            let shown = Shown<ImageCommentsListViewModel>()

            func display(_ viewModel: ImageCommentsListViewModel) {
                shown.add(viewModel)
            }
        }

        let loads = HeldCalls<[ImageComment]>()
        let sends = HeldCalls<ImageComment>()
        let drafts = Mutex<[CommentDraft]>([])
        let view = View()
        let time = TestTime()
        private(set) var controller: ImageCommentsController!

        init(reconnectClock: (any Clock<Duration>)? = nil) {
            controller = ImageCommentsController(
                image: uniqueImage(), load: { [loads] in ImageConversation(try await loads.call(), isOpen: true) },
                send: { [weak self] draft in
                    guard let self else { throw CancellationError() }
                    drafts.withLock { $0.append(draft) }
                    return try await sends.call()
                },
                in: ScreenContext(now: time.now, language: .english, reconnectClock: reconnectClock))
            controller.view = view
        }

        static func withRows() async throws -> Screen {
            let screen = Screen()
            screen.controller.appear()
            try await screen.finish(0, with: .success([screen.comment("a message", by: "a username", secondsAgo: 60)]))
            return screen
        }

        var last: ImageCommentsListViewModel { view.shown.last ?? ImageCommentsListViewModel() }

        func comment(_ message: String, by username: String, secondsAgo: Double) -> ImageComment {
            ImageComment(
                id: UUID(), message: message, createdAt: time.value.addingTimeInterval(-secondsAgo),
                author: ImageCommentAuthor(username: username))
        }

        func finish(_ load: Int, with result: Result<[ImageComment], any Error>) async throws {
            try await loads.arrival(load)
            loads.answer(load, with: result)
            await view.shown.until { !$0.isLoading }
        }

        func releaseController() {
            controller.stop()
            controller = nil
        }

        func dropController() {
            controller = nil
        }
    }
}
