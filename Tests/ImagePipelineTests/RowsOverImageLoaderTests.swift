import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// The rows of the screen over the real pipeline.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct RowsOverImageLoaderTests {
    @Test func `B230 B233 B234 B235 A row that becomes visible requests once, shimmers, and is shown`() async throws {
        let row = Row()
        #expect(row.fixture.disk.reads.isEmpty)
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
        #expect(row.view.shown.all == [.loading, .shown("a picture")])
        #expect(row.fixture.server.urls == [row.image.url])
    }

    @Test func `B231 B232 A row that leaves the screen cancels its download; it asks on its return`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.fixture.server.calls.arrival(0)
        row.controller.resignVisible(row.view)
        row.controller.becomeVisible(row.view)
        try await row.fixture.server.calls.cancellation(0)
        try await row.fixture.serve(1, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
    }

    @Test func `B233 B235 B236 B237 Bytes that aren't a picture offer a retry, which sends one request`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "bad bytes")
        await row.view.shown.until { $0 == .failed }
        row.controller.retry()
        row.controller.retry()
        #expect(row.view.shown.last == .loading)
        try await row.fixture.serve(1, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
        #expect(row.fixture.server.urls.count == 2)
    }

    @Test func `B238 B239 A row near the screen is preloaded, until it is no longer near`() async throws {
        let row = Row()
        row.controller.becomeNearVisible()
        try await row.fixture.server.calls.arrival(0)
        row.controller.resignNearVisible()
        try await row.fixture.server.calls.cancellation(0)
        #expect(row.view.shown.all.isEmpty)
    }

    @Test func `B240 B245 A queued preload starts at once when its row becomes visible, as one request`() async throws {
        let row = Row()
        let others = (0..<4).map { number in
            row.fixture.load(url(number), at: card, .preload)
        }
        for call in 0..<4 { try await row.fixture.server.calls.arrival(call) }
        row.controller.becomeNearVisible()
        let own = row.image.url
        await letOthersRun()
        #expect(row.fixture.disk.reads.last == own)
        row.controller.becomeVisible(row.view)
        row.controller.resignNearVisible()
        try await row.fixture.serve(4, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
        #expect(row.view.shown.all == [.loading, .shown("a picture")])
        #expect(row.fixture.server.urls.last == own)
        for other in others { other.cancel() }
    }

    @Test func `B241 B245 A picture in memory is shown at once, without shimmer and request`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
        row.controller.resignVisible(row.view)
        row.controller.becomeVisible(row.view)
        #expect(row.view.shown.all == [.loading, .shown("a picture"), .shown("a picture")])
        row.controller.resignVisible(row.view)
        row.controller.becomeNearVisible()
        await letOthersRun()
        #expect(row.loads.events.count == 1, "nothing was asked for a second time")

        row.fixture.memory.removeAll()
        row.controller.becomeVisible(row.view)
        #expect(row.view.shown.last == .loading)
        await row.view.shown.until { $0 == .shown("a picture") }
        #expect(row.fixture.disk.reads.count == 2)
    }

    @Test func `A picture of another size is shown until the right one has come, even if that fails`() async throws {
        let row = Row()
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
        row.controller.resignVisible(row.view)
        row.controller.pictureSize = wide
        row.fixture.disk.store("a wider picture", for: row.image.url)
        row.controller.becomeVisible(row.view)
        #expect(row.view.shown.last == .shown("a picture"))
        await row.view.shown.until { $0 == .shown("a wider picture") }

        row.controller.resignVisible(row.view)
        row.controller.pictureSize = PixelSize(width: 40, height: 30)
        row.fixture.disk.store("bad bytes", for: row.image.url)
        row.controller.becomeVisible(row.view)
        try await row.fixture.removed.wait(for: 1)
        await letOthersRun()
        #expect(row.view.shown.last == .shown("a wider picture"))
    }

    @Test func `A visible row loads its picture anew when the size of pictures changes`() async throws {
        let row = Row()
        row.fixture.disk.store("a picture", for: row.image.url)
        row.controller.becomeVisible(row.view)
        await row.view.shown.until { $0 == .shown("a picture") }
        row.controller.pictureSize = card
        row.fixture.disk.store("a wider picture", for: row.image.url)
        row.controller.pictureSize = wide
        row.controller.pictureSize = wide
        await row.view.shown.until { $0 == .shown("a wider picture") }
        #expect(row.view.shown.all == [.loading, .shown("a picture"), .shown("a wider picture")])
        #expect(row.fixture.disk.reads.count == 2)

        row.controller.resignVisible(row.view)
        row.controller.pictureSize = PixelSize(width: 40, height: 30)
        await letOthersRun()
        #expect(row.fixture.disk.reads.count == 2, "it is not on the screen")
    }

    @Test func `When pictures get an earlier size back, one that is still in memory is shown at once`() async throws {
        let row = Row()
        row.fixture.disk.store("a picture", for: row.image.url)
        row.controller.becomeVisible(row.view)
        await row.view.shown.until { $0 == .shown("a picture") }
        row.fixture.disk.store("a wider picture", for: row.image.url)
        row.controller.pictureSize = wide
        await row.view.shown.until { $0 == .shown("a wider picture") }
        row.controller.pictureSize = card
        #expect(row.view.shown.last == .shown("a picture"))
        await letOthersRun()
        #expect(row.fixture.disk.reads.count == 2)
    }

    @Test func `A picture that was decoded for an outdated size is loaded once more`() async throws {
        let row = Row(isDecodingCancellable: false)
        row.fixture.disk.store("a picture", for: row.image.url)
        row.controller.becomeVisible(row.view)
        try await row.fixture.decoder.calls.arrival(0)
        row.controller.pictureSize = wide
        row.fixture.disk.store("a wider picture", for: row.image.url)
        row.fixture.decoder.calls.answer(0, with: .success(()))
        try await row.fixture.decoder.calls.arrival(1)
        #expect(row.view.shown.all == [.loading, .shown("a picture")])
        row.fixture.decoder.calls.answer(1, with: .success(()))
        await row.view.shown.until { $0 == .shown("a wider picture") }
        await letOthersRun()
        #expect(row.fixture.decoder.calls.count == 2)
    }

    @Test func `B242 B243 B244 A reused view never shows an earlier image's picture, however late`() async throws {
        let first = Row(isDecodingCancellable: false)
        let second = Row(first.fixture)
        let view = first.view
        for (row, text) in [(first, "the wrong picture"), (second, "the right picture")] {
            first.fixture.disk.store(text, for: row.image.url)
        }
        first.controller.becomeVisible(view)
        try await first.fixture.decoder.calls.arrival(0)
        first.controller.resignVisible(view)
        second.controller.becomeVisible(view)
        first.controller.resignVisible(view)
        first.fixture.decoder.calls.open()
        await view.shown.until { $0 == .shown("the right picture") }
        #expect(!view.shown.all.contains(.shown("the wrong picture")))
    }

    @MainActor
    private final class Row {
        let fixture: ImageLoaderFixture
        let image = uniqueImage()
        let view = PictureView()
        let loads = EventLog<FeedImageRequest>()
        let controller: FeedImageController<String>

        convenience init() {
            self.init(ImageLoaderFixture())
        }

        convenience init(isDecodingCancellable: Bool) {
            self.init(ImageLoaderFixture(isDecodingHeld: true, isDecodingCancellable: isDecodingCancellable))
        }

        init(_ fixture: ImageLoaderFixture) {
            self.fixture = fixture
            let pictures = LoadFeedImagePicture(
                memory: fixture.memory, images: fixture.loader, isCached: { fixture.disk.urls.contains($0) })
            controller = FeedImageController(
                image: image, size: card, look: { fixture.memory.picture(of: $0, size: $1) },
                load: { [loads] in
                    loads.append($0)
                    return try await pictures.load($0, ticket: $1, showMeanwhile: $2)
                })
        }
    }
}
