import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport

/// A feed screen whose loads are answered by the test.
@MainActor
final class FeedScreenFixture {
    final class View: FeedView {
        let shown = Shown<FeedViewModel>()
        private(set) var scrolls = 0

        func display(_ viewModel: FeedViewModel) {
            shown.add(viewModel)
        }

        private(set) var cards: [FeedPlace.Card] = []

        func scrollToTop() {
            scrolls += 1
        }

        func scroll(to card: FeedPlace.Card) {
            cards.append(card)
        }
    }

    let loads = HeldCalls<FeedPage>()
    let savedLoads = HeldCalls<Result<FeedPage, any Error>>()
    let moreLoads = HeldCalls<FeedPage>()
    let view = View()
    let reports = ErrorLog()
    private(set) var selected: [FeedImage] = []
    let time = TestTime()
    private(set) var controller: FeedController!

    init(isSavedHeld: Bool = false, reconnectClock: (any Clock<Duration>)? = nil) {
        if !isSavedHeld { savedLoads.answerAll(with: .failure(LoadFeedError(remote: nil))) }
        controller = FeedController(
            loadCached: { [savedLoads] in try await savedLoads.call().get() },
            load: { [loads] in try await loads.call() },
            in: ScreenContext(
                now: time.now, language: .english, reconnectClock: reconnectClock, report: reports.report),
            onOutput: { [weak self] in if case .selected(let image) = $0 { self?.selected.append(image) } })
        controller.view = view
    }

    func releaseController() {
        controller.stop()
        controller = nil
    }

    /// Releases the controller without stopping it.
    func dropController() {
        controller = nil
    }

    var last: FeedViewModel { view.shown.last ?? FeedViewModel() }

    /// Scrolls to the last row.
    func scrollDown() {
        controller.visibleRowsChanged(Set(last.rows.suffix(1).map(\.id)))
    }

    /// Returns a page whose next page the test answers.
    func page(
        _ images: [FeedImage], hasMore: Bool = false, origin: FeedOrigin = .remote, loadedAt: Date = TestTime().value
    ) -> FeedPage {
        let more: FeedPage.LoadMore = { [moreLoads] in try await moreLoads.call() }
        return FeedPage(images: images, origin: origin, loadedAt: loadedAt, loadMore: hasMore ? more : nil)
    }

    /// Returns a page that was saved two hours ago.
    func savedPage(_ images: [FeedImage], hasMore: Bool = false, after error: RemoteError? = nil) -> FeedPage {
        page(images, hasMore: hasMore, origin: .cache(after: error), loadedAt: time.value.addingTimeInterval(-7_200))
    }

    /// Answers the load with the number once it has arrived, and waits until the screen no longer refreshes.
    func finish(_ load: Int = 0, with result: Result<FeedPage, any Error>) async throws {
        try await loads.arrival(load)
        loads.answer(load, with: result)
        await view.shown.until { !$0.isRefreshing }
    }

    /// Lets the screen appear, and answers its load with the page.
    func showing(_ page: FeedPage) async throws {
        controller.appear()
        try await finish(with: .success(page))
    }
}

/// Returns a feed with more images than a first page has.
func longFeed() -> [FeedImage] {
    (0..<FeedQuery.defaultLimit + 2).map { _ in uniqueImage() }
}

let noConnection: any Error = RemoteError.connectivity(HTTPClientError(.refused))
let noFeed: any Error = LoadFeedError(remote: .connectivity(HTTPClientError(.refused)))
