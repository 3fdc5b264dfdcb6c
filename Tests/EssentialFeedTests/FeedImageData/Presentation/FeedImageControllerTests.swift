import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// How a row's requests end. In these tests a picture is a text.
@MainActor
@Suite(.detectsHangs) struct FeedImageControllerTests {
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
        private(set) var controller: FeedImageController<String>!

        init() {
            controller = FeedImageController(image: image, size: PixelSize(width: 4, height: 3)) { [loads] _, _, _ in
                try await loads.call()
            }
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
