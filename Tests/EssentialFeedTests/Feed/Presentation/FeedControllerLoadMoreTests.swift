import EssentialFeed
import Foundation
import TestSupport
import Testing

@MainActor
@Suite(.detectsHangs) struct FeedControllerLoadMoreTests {
    @Test func `B220 B221 B222 B223 A page is loaded once its row becomes visible, to the end`() async throws {
        let screen = try await screenWithMore()
        #expect(screen.moreLoads.count == 0)
        #expect(screen.last.loadMore == LoadMoreViewModel())
        screen.controller.loadMoreBecameVisible()
        #expect(screen.last.loadMore?.isLoading == true)
        screen.controller.loadMoreBecameVisible()
        screen.controller.loadMoreResignedVisible()
        screen.controller.loadMoreBecameVisible()
        try await finish(screen, 0, with: .success(screen.page(uniqueFeed(), hasMore: true)))
        #expect(screen.last.loadMore?.isLoading == false)
        #expect(screen.moreLoads.count == 1)
        screen.controller.loadMoreBecameVisible()
        #expect(screen.last.loadMore?.isLoading == true)
        try await finish(screen, 1, with: .success(screen.page(uniqueFeed())))
        screen.controller.loadMoreBecameVisible()
        screen.controller.retryLoadMore()
        #expect(screen.last.loadMore == nil)
        #expect(screen.moreLoads.count == 2)
    }

    @Test func `B222 B226 After a failure, a row that stays visible waits; one that reappears loads`() async throws {
        let screen = try await screenWithMore()
        screen.controller.loadMoreBecameVisible()
        try await finish(screen, 0, with: .failure(noConnection))
        screen.controller.loadMoreBecameVisible()
        #expect(screen.last.loadMore?.isLoading == false)
        screen.controller.loadMoreResignedVisible()
        screen.controller.loadMoreBecameVisible()
        #expect(screen.last.loadMore?.isLoading == true)
        try await finish(screen, 1, with: .success(screen.page(uniqueFeed())))
        #expect(screen.moreLoads.count == 2)
    }

    @Test(
        "A 401 says what the server wants, in the row that loads more and in the note",
        arguments: [
            (SignInRequest.needed, "The server asks for a name and a password."),
            (.invitation, "Your invitation has ended. Ask for a new link."),
        ])
    func loadMoreSaysWhatServerWants(request: SignInRequest, message: String) async throws {
        let screen = try await screenWithMore()
        screen.controller.signInRequestChanged(request)
        screen.controller.loadMoreBecameVisible()
        let unauthorized = RemoteError.invalidData(.status(401))
        try await finish(screen, 0, with: .failure(unauthorized))
        #expect(screen.last.loadMore?.message == message)
        let saved = FeedPage(images: uniqueFeed(), origin: .cache(after: unauthorized), loadedAt: screen.time.now())
        screen.controller.refresh()
        try await screen.finish(1, with: .success(saved))
        #expect(screen.last.noteReason == message)
    }

    @Test func `B226 After a refresh the row shows no failure, and loads as soon as it becomes visible`() async throws {
        let screen = try await screenWithMore()
        screen.controller.loadMoreBecameVisible()
        try await finish(screen, 0, with: .failure(noConnection))
        screen.controller.refresh()
        try await screen.finish(1, with: .success(screen.page(uniqueFeed(), hasMore: true)))
        #expect(screen.last.loadMore == LoadMoreViewModel())
        screen.controller.loadMoreBecameVisible()
        #expect(screen.last.loadMore?.isLoading == true)
        try await finish(screen, 1, with: .success(screen.page(uniqueFeed())))
    }

    @Test func `B224 B225 B208 B228 A failure is shown in the row alone, until a tap sends one retry`() async throws {
        let screen = try await screenWithMore()
        let rows = screen.last.rows
        #expect(screen.last.loadMore?.message == nil)
        screen.controller.loadMoreBecameVisible()
        screen.controller.retryLoadMore()
        try await finish(screen, 0, with: .failure(noConnection))
        #expect(screen.last.loadMore?.message?.hasPrefix("Couldn’t connect to the server") == true)
        #expect(screen.last.errorMessage == nil)
        #expect(screen.last.rows == rows)
        screen.controller.retryLoadMore()
        #expect(screen.last.loadMore?.message == nil)
        screen.controller.retryLoadMore()
        try await finish(screen, 1, with: .success(screen.page(uniqueFeed())))
        #expect(screen.moreLoads.count == 2)
    }

    @Test func `B227 There is a row iff the page can load more`() async throws {
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(uniqueFeed()))
        #expect(screen.last.loadMore == nil)
        screen.controller.refresh()
        try await screen.finish(1, with: .success(screen.page(uniqueFeed(), hasMore: true)))
        #expect(screen.last.loadMore == LoadMoreViewModel())
    }

    @Test func `B206 A page that is loading when the feed is refreshed is cancelled and not shown`() async throws {
        let refreshed = uniqueFeed()
        let screen = try await screenWithMore()
        screen.controller.loadMoreBecameVisible()
        try await screen.moreLoads.arrival(0)
        screen.controller.refresh()
        try await screen.finish(1, with: .success(screen.page(refreshed, hasMore: true)))
        try await screen.moreLoads.cancellation(0)
        #expect(screen.last.rows == refreshed)
        #expect(screen.last.loadMore == LoadMoreViewModel())
    }

    @Test func `B224 A cancelled load-more shows no error`() async throws {
        let screen = try await screenWithMore()
        screen.controller.loadMoreBecameVisible()
        try await finish(screen, 0, with: .failure(CancellationError()))
        #expect(screen.last.loadMore == LoadMoreViewModel())
    }

    private func screenWithMore() async throws -> FeedScreenFixture {
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(uniqueFeed(), hasMore: true))
        return screen
    }

    private func finish(
        _ screen: FeedScreenFixture, _ load: Int, with result: Result<FeedPage, any Error>
    ) async throws {
        try await screen.moreLoads.arrival(load)
        screen.moreLoads.answer(load, with: result)
        await screen.view.shown.until { $0.loadMore?.isLoading != true }
    }
}
