import Foundation
import TestSupport
import Testing

/// Decoders that end, hang and lie under a feed that somebody looks through.
extension AppTests {
    @Test(
        "N286 App: a decoder that ends, hangs or lies fails one picture, which says so; the feed goes on",
        arguments: ["crashes", "hangs", "huge-size"])
    func test_app_survivesLyingDecoder(lie: String) async throws {
        let home = try Home()
        let server = try await LyingServer()
        let ids = (0..<4).map { _ in UUID().uuidString }
        let feed = Self.feed(ids.indices.map { (ids[$0], "place \($0)", server.url("/image\($0)")) })
        server.answer("/feed", with: feed, Self.end)
        for index in ids.indices {
            server.answer("/image\(index)", with: .response(body: anyPNG(salt: UInt8(index + 1))))
        }
        let decoder = home.folder.url.appending(path: "\(lie).picture")
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(
            at: decoder, withDestinationURL: programs.appending(path: "lying-decoder"))
        let window = try await window(
            home, at: server.url().absoluteString, environment: ["ESSENTIAL_FEED_DECODER": decoder.path])
        let page = try await AppWindow.FeedPage.shown(in: window, "one card without a picture") { page in
            page.cards.count == 4 && page.cards.allSatisfy { !$0.isLoading }
                && page.cards.count { $0.reason != nil } == 1
        }
        #expect(
            page.cards.compactMap(\.reason)
                == [lie == "hangs" ? "The picture cannot be shown now." : "The picture is damaged."])
        for key in [AppWindow.Key.end, .home, .pageDown, .pageUp] { await window.pressKey(key) }
        // The other pictures stay, and the app listens.
        server.answer("/feed", with: feed, Self.end)
        try await window.press("Refresh")
        _ = try await AppWindow.FeedPage.shown(in: window, "the feed again") { $0.cards.count == 4 }
        #expect(await window.close().status == 0)
        try await server.stop()
    }
}
