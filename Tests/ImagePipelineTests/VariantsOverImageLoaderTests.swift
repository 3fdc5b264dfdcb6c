import EssentialFeed
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// The rows of the screen over the real pipeline, for an image with variants of 240, 480, 1080 (the image itself) and 2048
/// pixels.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct VariantsOverImageLoaderTests {
    private static let narrow = PixelSize(width: 432, height: 324)
    private static let wide = PixelSize(width: 1_104, height: 828)

    @Test(arguments: [(240, 0), (432, 1), (600, 2), (1_104, 3), (4_000, 3)])
    func `A card requests the smallest variant that is sharp at its size`(width: Int, variant: Int) async throws {
        let row = Row(PixelSize(width: width, height: width * 3 / 4))
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "a picture")
        await row.view.shown.until { $0 == .shown("a picture") }
        #expect(row.fixture.server.urls == [row.url(variant)])
        #expect(row.view.shown.all == [.loading, .shown("a picture")])
    }

    @Test func `When a card widens, the larger variant is loaded, and the smaller shown meanwhile`() async throws {
        let row = Row(Self.narrow)
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "480")
        await row.view.shown.until { $0 == .shown("480") }
        row.controller.pictureSize = Self.wide
        try await row.fixture.server.calls.arrival(1)
        #expect(row.view.shown.all == [.loading, .shown("480")])
        try await row.fixture.serve(1, "2048")
        await row.view.shown.until { $0 == .shown("2048") }
        #expect(row.fixture.server.urls == [row.url(1), row.url(3)])
        #expect(row.view.shown.all == [.loading, .shown("480"), .shown("2048")])
    }

    @Test func `When a card becomes narrower nothing is requested: the larger variant is cached`() async throws {
        let row = Row(Self.wide)
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "2048")
        await row.view.shown.until { $0 == .shown("2048") }
        row.controller.pictureSize = Self.narrow
        await letOthersRun()
        #expect(row.fixture.decoder.sizes == [Self.wide, Self.narrow])
        #expect(row.fixture.server.urls == [row.url(3)])

        row.controller.resignVisible(row.view)
        row.controller.becomeNearVisible()
        row.controller.becomeVisible(row.view)
        await letOthersRun()
        #expect(row.view.shown.last == .shown("2048"), "it is in memory")
        #expect(row.fixture.decoder.sizes.count == 2)
    }

    @Test func `Of cached variants that are sharp the smallest is shown, and none is requested`() async throws {
        let row = Row(Self.narrow)
        for (number, name) in [(0, "240"), (2, "1080"), (3, "2048")] {
            row.fixture.disk.store(name, for: row.url(number))
        }
        row.controller.becomeVisible(row.view)
        await row.view.shown.until { $0 == .shown("1080") }
        #expect(row.view.shown.all == [.loading, .shown("1080")])
        await letOthersRun()
        #expect(row.fixture.server.urls == [])
    }

    @Test func `Without a connection the sharpest cached variant stays on the screen, without an error`() async throws {
        let row = Row(Self.wide)
        for (number, name) in [(0, "240"), (2, "1080")] { row.fixture.disk.store(name, for: row.url(number)) }
        row.controller.becomeVisible(row.view)
        await row.view.shown.until { $0 == .shown("1080") }
        try await row.fixture.server.calls.arrival(0)
        row.fixture.server.calls.answer(0, with: .failure(RemoteError.connectivity(HTTPClientError(.refused))))
        await letOthersRun()
        #expect(row.view.shown.all == [.loading, .shown("1080")])
        #expect(row.fixture.server.urls == [row.url(3)])

        // On the screen again, it is tried again.
        row.controller.resignVisible(row.view)
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(1, "2048")
        await row.view.shown.until { $0 == .shown("2048") }
    }

    @Test func `A preloaded card has the picture of the cached variant when it comes to the screen`() async throws {
        let row = Row(Self.wide)
        row.fixture.disk.store("1080", for: row.url(2))
        row.controller.becomeNearVisible()
        try await row.fixture.server.calls.arrival(0)
        row.controller.becomeVisible(row.view)
        #expect(row.view.shown.all == [.shown("1080")])
        try await row.fixture.serve(0, "2048")
        await row.view.shown.until { $0 == .shown("2048") }
        #expect(row.fixture.server.urls.count == 1)
    }

    @Test func `Without a connection and a cached variant the error is shown, and no other URL requested`() async throws
    {
        let row = Row(Self.narrow)
        row.controller.becomeVisible(row.view)
        try await row.fixture.server.calls.arrival(0)
        row.fixture.server.calls.answer(0, with: .failure(RemoteError.connectivity(HTTPClientError(.refused))))
        await row.view.shown.until { $0 == .failed }
        #expect(row.fixture.server.urls == [row.url(1)])
    }

    @Test func `If the server answers without the variant, the image itself is loaded in its place`() async throws {
        let row = Row(Self.narrow)
        row.controller.becomeVisible(row.view)
        try await row.fixture.server.calls.arrival(0)
        row.fixture.server.calls.answer(0, with: .failure(RemoteError.invalidData(.status(503))))
        try await row.fixture.serve(1, "1080")
        await row.view.shown.until { $0 == .shown("1080") }
        #expect(row.fixture.server.urls == [row.url(1), row.url(2)])
        #expect(row.errors.errors.count == 1)
    }

    @Test func `The image's own error is shown if it can't be loaded either`() async throws {
        let row = Row(Self.narrow)
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "bad bytes")
        try await row.fixture.server.calls.arrival(1)
        row.fixture.server.calls.answer(1, with: .failure(RemoteError.invalidData(.status(404))))
        await row.view.shown.until { $0 == .failed }
        #expect(row.fixture.server.urls == [row.url(1), row.url(2)])
    }

    @Test func `A cache that can't be read counts as empty, and is reported`() async throws {
        let row = Row(Self.narrow, isCached: { _ in throw anyError() })
        row.controller.becomeVisible(row.view)
        try await row.fixture.serve(0, "480")
        await row.view.shown.until { $0 == .shown("480") }
        #expect(row.fixture.server.urls == [row.url(1)])
        #expect(row.errors.errors.count == 4)
    }

    @MainActor
    private final class Row {
        let fixture = ImageLoaderFixture()
        let errors = ErrorLog()
        let image = detailedImage()
        let view = PictureView()
        let controller: FeedImageController<String>

        init(_ size: PixelSize, isCached: LoadFeedImagePicture<String>.IsCached? = nil) {
            let fixture = fixture
            let pictures = LoadFeedImagePicture(
                memory: fixture.memory, images: fixture.loader,
                isCached: isCached ?? { fixture.disk.urls.contains($0) }, report: errors.report)
            controller = FeedImageController(
                image: image, size: size, look: { fixture.memory.picture(of: $0, size: $1) },
                load: { try await pictures.load($0, ticket: $1, showMeanwhile: $2) })
        }

        func url(_ variant: Int) -> URL { image.variants[variant].url }
    }
}
