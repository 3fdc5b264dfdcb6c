import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// The picture of one row. In these tests a picture is a text.
@MainActor
@Suite(.detectsHangs) struct FeedImageControllerTests {
    @Test func `B230 A row sends no request until it is visible, and then one for its URL`() async throws {
        let row = Row()
        #expect(row.loads.count == 0)
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(0)
        #expect(row.loads.count == 1)
        #expect(row.requests.value.map(\.image.url) == [row.image.url])
        #expect(row.requests.value.map(\.priority) == [.visible])
    }

    @Test("B231 B232 A row that leaves the screen cancels its request, and sends another when it is visible again")
    func resignVisibleCancelsRequest() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(0)
        row.controller.resignVisible(row.view)
        try await row.loads.cancellation(0)
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(1)
        #expect(row.loads.cancelled == [0])
    }

    @Test
    func `B233 B234 B235 The shimmer is on and no retry is offered while loading; the picture ends it`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        #expect(row.view.shown.all == [.loading])
        try await row.finish(0, with: .success("a picture"))
        #expect(row.view.shown.all == [.loading, .shown("a picture")])
    }

    @Test func `B233 B235 B236 A failed load offers a retry, and retrying shimmers again`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.finish(0, with: .failure(anyError()))
        #expect(row.view.shown.last == .failed)
        row.controller.retry()
        #expect(row.view.shown.last == .loading)
        try await row.finish(1, with: .success("a picture"))
        #expect(row.view.shown.last == .shown("a picture"))
    }

    @Test func `B237 Retrying sends one request for this row's URL, and none while one is running`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        row.controller.retry()
        try await row.finish(0, with: .failure(anyError()))
        row.controller.retry()
        row.controller.retry()
        try await row.finish(1, with: .success("a picture"))
        #expect(row.loads.count == 2)
        #expect(row.requests.value.map(\.image.url) == [row.image.url, row.image.url])
    }

    @Test("B238 B239 A row near the screen is preloaded, and the preload is cancelled when the row is no longer near")
    func nearVisiblePreloads() async throws {
        let row = Row()
        row.controller.becomeNearVisible()
        try await row.loads.arrival(0)
        #expect(row.requests.value.map(\.priority) == [.preload])
        row.controller.resignNearVisible()
        try await row.loads.cancellation(0)
    }

    @Test(
        "B240 B245 A row that becomes visible while it is preloaded shimmers, raises that request and shows its picture"
    )
    func becomeVisibleGoesOnWithPreload() async throws {
        let row = Row()
        row.controller.becomeNearVisible()
        try await row.loads.arrival(0)
        row.controller.becomeVisible(row.view)
        row.controller.resignNearVisible()
        #expect(row.view.shown.all == [.loading])
        #expect(row.requests.value.map(\.priority) == [.visible], "It was raised")
        try await row.finish(0, with: .success("a picture"))
        #expect(row.view.shown.all == [.loading, .shown("a picture")])
        #expect(row.loads.count == 1)
        #expect(row.loads.cancelled.isEmpty)
    }

    @Test("B241 B245 A row that is visible again after it showed a picture starts over with a new request")
    func becomeVisibleBeginsAnew() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.finish(0, with: .success("a picture"))
        row.controller.resignVisible(row.view)
        row.controller.becomeVisible(row.view)
        #expect(row.view.shown.last == .loading)
        try await row.finish(1, with: .success("the picture again"))
        #expect(row.view.shown.last == .shown("the picture again"))
    }

    @Test
    func `B242 A view that is reused for another image never shows the picture of the earlier request`() async throws {
        let (first, second) = (Row(isCancellable: false), Row())
        let view = first.view
        first.controller.becomeVisible(view)
        try await first.loads.arrival(0)
        first.controller.resignVisible(view)
        second.controller.becomeVisible(view)
        // The first answer arrives even though its request was cancelled.
        first.loads.answer(0, with: .success("the wrong picture"))
        try await second.loads.arrival(0)
        second.loads.answer(0, with: .success("the right picture"))
        await view.shown.until { $0 == .shown("the right picture") }
        #expect(!view.shown.all.contains(.shown("the wrong picture")))
    }

    @Test func `B243 Reusing an old view doesn't disturb the new view of the same image`() async throws {
        let row = Row()
        let newView = PictureView()
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(0)
        row.controller.becomeVisible(newView)
        row.controller.resignVisible(row.view)
        row.loads.answer(0, with: .success("a picture"))
        await newView.shown.until { $0 == .shown("a picture") }
        #expect(row.view.shown.all == [.loading])
        #expect(row.loads.cancelled.isEmpty)
    }

    @Test func `B244 Bytes that arrive after the row has left the screen are not rendered`() async throws {
        let row = Row(isCancellable: false)
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(0)
        row.controller.resignVisible(row.view)
        row.loads.answer(0, with: .success("a late picture"))
        row.controller.becomeVisible(row.view)
        try await row.finish(1, with: .success("a picture"))
        #expect(row.view.shown.all == [.loading, .loading, .shown("a picture")])
    }

    @Test func `B277 A stopped row is released, and its request is cancelled`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(0)
        weak let controller = row.controller
        row.releaseController()
        try await row.loads.cancellation(0)
        #expect(controller == nil)
    }

    @Test func `A row that is released without being stopped cancels its request`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.loads.arrival(0)
        row.dropController()
        try await row.loads.cancellation(0)
    }

    @MainActor
    private final class Row {
        let image = uniqueImage()
        let view = PictureView()
        let loads = HeldCalls<String>()
        let requests = Requests()
        private(set) var controller: FeedImageController<String>!

        init(isCancellable: Bool = true) {
            controller = FeedImageController(image: image, size: PixelSize(width: 4, height: 3)) {
                [loads, requests] request, ticket, _ in
                requests.add(request, ticket)
                return try await loads.call(isCancellable: isCancellable)
            }
        }

        func finish(_ load: Int, with result: Result<String, any Error>) async throws {
            try await loads.arrival(load)
            loads.answer(load, with: result)
            await view.shown.until { $0 != .loading }
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
