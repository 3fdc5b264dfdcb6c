import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// An image that a server offers in several sizes, shown in windows of several widths.
extension AppTests {
    @Test
    func `App: at three widths of the window the right variant is requested; narrower again, none is`() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let image = Self.image(on: server, sides: [320, 480, 1_080])
        for (width, requests) in [(360, ["/320"]), (480, ["/320", "/480"]), (700, ["/320", "/480", "/1080"])] {
            server.answer("/feed", with: Self.feed(image))
            #expect(try await Self.picture(in: window(home, at: server, width: width)) == UInt8(requests.count))
            #expect(Self.imagePaths(of: server) == requests)
        }
        server.answer("/feed", with: Self.feed(image))
        #expect(try await Self.picture(in: window(home, at: server, width: 360)) == 1)
        #expect(Self.imagePaths(of: server) == ["/320", "/480", "/1080"])
        try await server.stop()
    }

    @Test("App: an image that was saved by `sync` is shown offline at any width, smaller or larger than it")
    func appShowsTheSavedImageAtAnyWidth() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let image = Self.image(on: server, sides: [320, 480, 1_080], own: 480)
        server.answer("/feed", with: Self.feed(image))
        #expect(try await home.run("sync", at: server.url().absoluteString).status == 0)
        #expect(Self.imagePaths(of: server) == ["/480"])
        try await server.stop()
        for width in [360, 480, 700] {
            #expect(try await Self.picture(in: window(home, at: server, width: width)) == 2)
        }
    }

    /// Returns an image with a variant for each length of the longer side, and lets the server answer with pictures whose
    /// salts count from 1.
    /// - Parameter own: The side of the variant that the image's own URL leads to; the last one by default.
    private static func image(on server: LyingServer, sides: [Int], own: Int? = nil) -> FeedImage {
        let variants = sides.map {
            ImageVariant(url: server.url("/\($0)"), size: PixelSize(width: $0, height: $0 * 3 / 4))
        }
        for (number, side) in sides.enumerated() {
            server.answer("/\(side)", with: .response(body: anyPNG(salt: UInt8(number + 1))))
        }
        let variant = variants.first { $0.size.width == own } ?? variants[variants.count - 1]
        return FeedImage(id: UUID(), location: "a place", url: variant.url, pixelSize: variant.size, variants: variants)
    }

    private static func feed(_ image: FeedImage) -> LyingServer.Answer {
        .json(String(decoding: FeedPayload.encode([image]), as: UTF8.self))
    }

    private static func imagePaths(of server: LyingServer) -> [String] {
        server.requests.events.map(\.path).filter { !$0.hasPrefix("/feed") }
    }

    /// Opens a window of a width, in which only images on the screen are loaded.
    private func window(_ home: Home, at server: LyingServer, width: Int) async throws -> AppWindow {
        try home.writeSettings(#"{"width":\#(width),"height":700,"keepsImagesOffline":false}"#)
        return try await window(home, at: server.url().absoluteString)
    }

    /// Returns the salt of the picture that the only card shows, and closes the window.
    private static func picture(in window: AppWindow) async throws -> UInt8? {
        let page = try await AppWindow.FeedPage.complete(in: window, count: 1)
        #expect(await window.close().status == 0)
        return page.cards.first?.picture
    }
}
