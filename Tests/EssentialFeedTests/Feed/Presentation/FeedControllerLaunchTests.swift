import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// The feed screen while the cached and the remote feed arrive, and when it scrolls.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct FeedControllerLaunchTests {
    @Test func `B164 While a newer feed is offered the shown one can't load more; once shown, it can`() async throws {
        let remote = uniqueFeed()
        let screen = FeedScreenFixture()
        let offline = RemoteError.connectivity(HTTPClientError(.refused))
        try await screen.showing(screen.savedPage(longFeed(), hasMore: true, after: offline))
        screen.controller.loadMoreBecameVisible()
        try await screen.moreLoads.arrival(0)
        screen.scrollDown()
        screen.controller.connectionMayHaveReturned()
        try await screen.finish(1, with: .success(screen.page(remote, hasMore: true)))
        try await screen.moreLoads.cancellation(0)
        #expect(screen.last.newestOffer != nil)
        #expect(screen.last.loadMore == nil)
        #expect(screen.last.note == nil, "the offer says it")
        screen.controller.loadMoreBecameVisible()
        screen.controller.retryLoadMore()
        screen.controller.connectionMayHaveReturned()
        #expect(!screen.last.isRefreshing)
        screen.controller.showNewest()
        #expect(screen.last.loadMore == LoadMoreViewModel())
        screen.controller.loadMoreBecameVisible()
        try await screen.moreLoads.arrival(1)
        #expect(screen.moreLoads.count == 2)
        #expect(screen.loads.count == 2)
    }

    @Test func `B208 A refresh that only finds the cached feed again doesn't scroll`() async throws {
        let screen = FeedScreenFixture()
        let saved = screen.savedPage(uniqueFeed(), after: .connectivity(HTTPClientError(.refused)))
        try await screen.showing(saved)
        screen.controller.refresh()
        try await screen.finish(1, with: .success(saved))
        #expect(screen.view.scrolls == 0)
    }

    @Test func `After a failed refresh a later feed isn't a requested one: it is offered`() async throws {
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(longFeed(), hasMore: true))
        screen.controller.refresh()
        try await screen.finish(1, with: .failure(noFeed))
        screen.scrollDown()
        screen.controller.connectionMayHaveReturned()
        try await screen.finish(2, with: .success(screen.page(uniqueFeed(), hasMore: true)))
        #expect(screen.last.newestOffer != nil)
        #expect(screen.view.scrolls == 0)
    }

    @Test func `A newer feed replaces an empty one at once: nothing is below an empty first page`() async throws {
        let remote = uniqueFeed()
        let screen = FeedScreenFixture()
        try await screen.showing(screen.savedPage([]))
        screen.scrollDown()
        screen.controller.connectionMayHaveReturned()
        try await screen.finish(1, with: .success(screen.page(remote)))
        #expect(screen.last.rows == remote)
        #expect(screen.last.newestOffer == nil)
    }
}
