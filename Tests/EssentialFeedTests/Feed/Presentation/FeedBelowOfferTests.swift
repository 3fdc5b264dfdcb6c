import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// The feed below its last image while a newer one is offered.
@Suite struct FeedBelowOfferTests {
    private static let now = TestTime().value

    @Test func `While new images are offered, the shown feed's pages go on, and nothing else moves`() async throws {
        let old = (0..<30).map { _ in uniqueImage() }
        let all = [uniqueImage()] + old
        var state = Self.looking(at: Self.page(of: old, count: 20))
        #expect(Self.handle(.feedLoaded(.success(Self.page(of: all, count: 10))), in: &state) == nil)
        for count in [29, 30] {
            #expect(state.viewModel.newestOffer == "1 New Photo")
            #expect(state.viewModel.loadMore == LoadMoreViewModel())
            let more = try #require(Self.handle(.loadMoreBecameVisible, in: &state))
            #expect(state.viewModel.loadMore?.isLoading == true)
            _ = Self.handle(.moreLoaded(.success(try await more())), in: &state)
            #expect(state.viewModel.rows == Array(old.prefix(count)))
        }
        #expect(state.viewModel.newestOffer == "1 New Photo")
        #expect(state.viewModel.loadMore == nil)
        _ = Self.handle(.newestRequested, in: &state)
        #expect(state.viewModel.rows == all)
    }

    @Test func `A page below an offer that can't be loaded says so, and is loaded on request`() async throws {
        let old = (0..<20).map { _ in uniqueImage() }
        var state = Self.looking(at: Self.page(of: old, count: 10))
        _ = Self.handle(.feedLoaded(.success(Self.page(of: [uniqueImage()] + old, count: 10))), in: &state)
        #expect(Self.handle(.loadMoreBecameVisible, in: &state) != nil)
        _ = Self.handle(.moreLoaded(.failure(RemoteError.connectivity(HTTPClientError(.refused)))), in: &state)
        #expect(state.viewModel.loadMore?.message != nil)
        let more = try #require(Self.handle(.loadMoreRequested, in: &state))
        _ = Self.handle(.moreLoaded(.success(try await more())), in: &state)
        #expect(state.viewModel.rows == Array(old.prefix(19)))
    }

    @Test func `A feed of which the newer one has nothing ends, because its further images may be gone`() {
        let old = (0..<20).map { _ in uniqueImage() }
        var state = Self.looking(at: Self.page(of: old, count: 10))
        let strangers = (0..<20).map { _ in uniqueImage() }
        _ = Self.handle(.feedLoaded(.success(Self.page(of: strangers, count: 10))), in: &state)
        #expect(state.viewModel.newestOffer == "Show Newest")
        #expect(state.viewModel.loadMore == nil)
        #expect(Self.handle(.loadMoreBecameVisible, in: &state) == nil)
    }

    /// Returns the first images of a feed, with pages of ten after them.
    private static func page(of all: [FeedImage], count: Int) -> FeedPage {
        let more: FeedPage.LoadMore = { page(of: all, count: count + 10) }
        return FeedPage(
            images: Array(all.prefix(count)), origin: .remote, loadedAt: now, loadMore: count < all.count ? more : nil)
    }

    /// Returns a screen in the foreground that looks for a newer feed than a page of five minutes.
    private static func looking(at page: FeedPage) -> FeedScreenState {
        var state = FeedScreenState(calendar: .current, language: .english)
        for event in [.appeared, .feedLoaded(.success(page)), .foregroundChanged(true)] as [FeedScreenState.Event] {
            _ = state.handle(event, at: now)
        }
        _ = state.handle(.timePassed, at: now.addingTimeInterval(300))
        return state
    }

    /// Returns what the screen wants to load after an event, if it is a further page.
    private static func handle(_ event: FeedScreenState.Event, in state: inout FeedScreenState) -> FeedPage.LoadMore? {
        state.handle(event, at: now.addingTimeInterval(300)).lazy.compactMap { action -> FeedPage.LoadMore? in
            if case .loadMore(let more) = action { more } else { nil }
        }.first
    }
}
