import EssentialFeed
import Foundation
import TestSupport
import Testing

@MainActor
@Suite(.detectsHangs) struct FeedControllerTests {
    @Test func `B200 The title is the localised title of the feed`() {
        #expect(FeedPresenter.title(in: .english) == "Feed")
        #expect(FeedPresenter.title(in: .greek) == "Ροή")
        #expect(FeedPresenter.title(in: .brazilianPortuguese) == "Feed")
    }

    @Test func `B203 B204 A refresh sends nothing while a load runs, and one request after it ends`() async throws {
        let screen = FeedScreenFixture()
        screen.controller.appear()
        #expect(screen.last.isRefreshing)
        screen.controller.refresh()
        try await screen.finish(0, with: .failure(noFeed))
        #expect(!screen.last.isRefreshing)
        screen.controller.refresh()
        #expect(screen.last.isRefreshing)
        screen.controller.refresh()
        try await screen.finish(1, with: .success(screen.page([])))
        #expect(!screen.last.isRefreshing)
        screen.controller.refresh()
        try await screen.finish(2, with: .success(screen.page([])))
        #expect(screen.loads.count == 3)
    }

    @Test func `B172 B205 Nothing is rendered before the load, then each image, on the main actor`() async throws {
        let images = uniqueFeed()
        let screen = FeedScreenFixture()
        screen.controller.appear()
        #expect(screen.last.rows.isEmpty)
        try await screen.finish(with: .success(screen.page(images)))
        #expect(screen.last.rows == images)
        #expect(screen.last.content == .rows)
    }

    @Test func `B206 B213 A further page is appended; a refresh shows exactly the feed that it loaded`() async throws {
        let images = uniqueFeed()
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(Array(images[..<2]), hasMore: true))
        screen.controller.loadMoreBecameVisible()
        try await screen.moreLoads.arrival(0)
        screen.moreLoads.answer(0, with: .success(screen.page(images)))
        await screen.view.shown.until { $0.rows == images }
        screen.controller.refresh()
        try await screen.finish(1, with: .success(screen.page([images[3], images[0]], hasMore: true)))
        #expect(screen.last.rows == [images[3], images[0]])
        #expect(screen.view.scrolls == 1)
    }

    @Test func `B207 An empty feed after a full one clears the list and shows a page that says so`() async throws {
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(uniqueFeed()))
        screen.controller.refresh()
        try await screen.finish(1, with: .success(screen.page([])))
        #expect(screen.last.rows.isEmpty)
        #expect(screen.last.content == .empty("There are no photos yet. New photos will appear here."))
    }

    @Test func `B208 B209 B210 B228 After a failed refresh the rows stay, with a banner`() async throws {
        let images = uniqueFeed()
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(images, hasMore: true))
        #expect(screen.view.shown.all.allSatisfy { $0.errorMessage == nil })
        for load in 1...2 {
            screen.controller.refresh()
            #expect(screen.last.errorMessage == nil)
            try await screen.finish(load, with: .failure(noFeed))
            #expect(screen.last.rows == images)
            #expect(screen.last.content == .rows)
            #expect(screen.last.errorMessage?.hasPrefix("Couldn’t connect to the server") == true)
            #expect(screen.last.loadMore == LoadMoreViewModel())
        }
        #expect(screen.view.scrolls == 0)
        screen.controller.dismissError()
        #expect(screen.last.errorMessage == nil)
        #expect(screen.last.content == .rows)
    }

    @Test func `B209 Without rows, the error is shown in their place`() async throws {
        let screen = FeedScreenFixture()
        screen.controller.appear()
        #expect(screen.last.content == .loading)
        try await screen.finish(with: .failure(noFeed))
        guard case .failed(let message) = screen.last.content else {
            Issue.record("shown was \(screen.last.content)")
            return
        }
        #expect(message.hasPrefix("Couldn’t connect to the server"))
        #expect(screen.last.errorMessage == nil)
        screen.controller.refresh()
        #expect(screen.last.content == .loading)
    }

    @Test func `B211 Selecting a row passes on its image, once each time`() async throws {
        let images = uniqueFeed()
        let screen = FeedScreenFixture()
        try await screen.showing(screen.page(images))
        screen.controller.select(images[2].id)
        #expect(screen.selected == [images[2]])
        screen.controller.select(images[0].id)
        screen.controller.select(images[0].id)
        #expect(screen.selected == [images[2], images[0], images[0]])
        screen.controller.select(UUID())
        #expect(screen.selected.count == 3)
    }

    @Test(.watchesTasks)
    func `B277 A stopped screen is released, its load is cancelled, and nothing more is shown`() async throws {
        let screen = FeedScreenFixture()
        screen.controller.appear()
        try await screen.loads.arrival(0)
        let shown = screen.view.shown.all.count
        weak let controller = screen.controller
        screen.releaseController()
        try await screen.loads.cancellation(0)
        await letOthersRun()
        #expect(controller == nil)
        #expect(screen.view.shown.all.count == shown)
    }

    @Test func `A controller that is released without being stopped cancels all its loads`() async throws {
        let screen = FeedScreenFixture(isSavedHeld: true)
        screen.controller.appear()
        try await screen.loads.arrival(0)
        try await screen.savedLoads.arrival(0)
        screen.dropController()
        try await screen.loads.cancellation(0)
        try await screen.savedLoads.cancellation(0)

        let paged = FeedScreenFixture()
        try await paged.showing(paged.page(uniqueFeed(), hasMore: true))
        paged.controller.loadMoreBecameVisible()
        try await paged.moreLoads.arrival(0)
        paged.dropController()
        try await paged.moreLoads.cancellation(0)
    }

    @Test func `B201 Without a way to load the cached feed, the screen waits for the server's`() async throws {
        let loads = HeldCalls<FeedPage>()
        let view = FeedScreenFixture.View()
        let controller = FeedController(
            load: { try await loads.call() }, in: ScreenContext(now: TestTime().now, language: .english))
        controller.view = view
        controller.appear()
        try await loads.arrival(0)
        #expect(view.shown.last?.content == .loading)
        let images = uniqueFeed()
        loads.answer(0, with: .success(FeedPage(images: images, origin: .remote, loadedAt: TestTime().value)))
        await view.shown.until { $0.rows == images }
    }
}
