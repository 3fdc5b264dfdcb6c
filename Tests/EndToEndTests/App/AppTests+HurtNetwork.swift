import Foundation
import TestSupport
import Testing

/// A server that dies, returns and changes its feed while the app shows it.
extension AppTests {
    @Test("B235 B236 B237 App: when the server dies while images load, those loaded stay and the others can be retried")
    func appRetriesImagesWhenServerIsBack() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let port = server.port
        let ids = (0..<3).map { _ in UUID().uuidString }
        func feed(_ server: LyingServer) -> LyingServer.Answer {
            Self.feed((0..<3).map { (ids[$0], "place \($0)", server.url("/image\($0)")) })
        }
        server.answer("/feed", with: feed(server), Self.end)
        server.answer("/image0", with: .response(body: anyPNG(salt: 1)))
        server.answer("/image1", with: .response(body: anyPNG(salt: 2)).cut(after: 90, with: .hang))
        server.answer("/image2", with: .hang)
        let window = try await window(home, at: server.url().absoluteString)
        _ = try await AppWindow.FeedPage.shown(in: window, "one picture, two loading") {
            $0.cards.map(\.isLoading) == [false, true, true] && $0.loadMoreMessage == nil
        }
        _ = try await server.requests.wait(for: 5)
        try await server.stop()
        let failed = try await AppWindow.FeedPage.shown(in: window, "two retry buttons") {
            $0.cards.map { $0.retry != nil } == [false, true, true]
        }
        #expect(failed.cards.map(\.isLoading) == [false, false, false])
        let again = try await LyingServer(port: port)
        for number in 0..<3 { again.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number + 1)))) }
        again.answer("/feed", with: feed(again), Self.end)
        try await window.press("Try Again: place 1")
        try await window.press("Try Again: place 2")
        _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
        #expect(again.requests.events.map(\.path).filter { $0.hasPrefix("/image") }.sorted() == ["/image1", "/image2"])
        #expect(await window.close().status == 0)
        try await again.stop()
    }

    @Test func `B213 B223 App: when the feed changes while a page loads, no image is doubled or lost`() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let image = server.url("/image")
        let ids = (0..<4).map { _ in UUID().uuidString }
        func page(_ numbers: Int...) -> LyingServer.Answer {
            Self.feed(numbers.map { (ids[$0], "place \($0)", image) })
        }
        server.answer("/image", with: .response(body: anyPNG()))
        // A newer image came while the second page was loading, so that page begins with the first one's last image.
        server.answer("/feed", with: page(1, 2), page(2, 3), Self.end, page(0, 1, 2), Self.end)
        let window = try await window(home, at: server.url().absoluteString)
        let first = try await AppWindow.FeedPage.complete(in: window, count: 3)
        #expect(first.cards.map(\.location) == ["place 1", "place 2", "place 3"])
        try await window.press("Refresh")
        let second = try await AppWindow.FeedPage.shown(in: window, "the newer image") {
            $0.cards.first?.location == "place 0" && $0.cards.allSatisfy { !$0.isLoading }
        }
        #expect(second.cards.map(\.location) == ["place 0", "place 1", "place 2"])
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test func `B164 B221 App: a refresh while a page loads cancels that page`() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let image = server.url("/image")
        let ids = (0..<2).map { _ in UUID().uuidString }
        server.answer("/image", with: .response(body: anyPNG()))
        server.answer(
            "/feed", with: Self.feed([(ids[0], "old", image)]), .hang, Self.feed([(ids[1], "new", image)]), Self.end)
        let window = try await window(home, at: server.url().absoluteString)
        _ = try await server.requests.wait(for: 3)
        _ = try await AppWindow.FeedPage.shown(in: window, "the old image") { $0.cards.map(\.location) == ["old"] }
        try await window.press("Refresh")
        let page = try await AppWindow.FeedPage.shown(in: window, "the new image") {
            $0.cards.map(\.location) == ["new"] && !$0.cards[0].isLoading
        }
        #expect(page.banner == nil)
        #expect(page.loadMoreMessage == nil)
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test(
        "B236 App: every image format is shown; a missing picture has a reason, and a retry if that may help"
    )
    func appShowsEveryFormOfPicture() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let good = [
            "cmyk.jpg", "progressive.jpg", "plain.heic", "orientation-6.jpg", "sixteen-bits.png", "animated.gif",
            "animated.webp", "transparent.png", "plain.avif",
        ]
        let pictures =
            try good.map { ($0, try TestPicture.data($0)) } + [
                ("huge", TestPicture.data("huge.png")), ("page", Data("<html>Sign in to the network</html>".utf8)),
                ("cut", TestPicture.data("plain.jpg").prefix(500)),
                (
                    "bare",
                    Data(
                        [0, 0, 0, 0x1C, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66] + Array(repeating: 0, count: 64)
                    )
                ),
            ]
        for (name, data) in pictures { server.answer("/\(name)", with: .response(body: data)) }
        for (name, status) in [("gone", 404), ("error", 500)] {
            server.answer("/\(name)", with: .response(status: status))
        }
        let names = pictures.map(\.0) + ["gone", "error"]
        server.answer("/feed", with: Self.feed(names.map { (UUID().uuidString, $0, server.url("/\($0)")) }), Self.end)
        let window = try await window(home, at: server.url().absoluteString)
        let page = try await AppWindow.FeedPage.shown(in: window, "all pictures or their retry buttons") {
            $0.cards.count == names.count && $0.cards.allSatisfy { !$0.isLoading }
        }
        #expect(page.cards.compactMap(\.retry) == ["page", "cut", "bare", "error"].map { "Try Again: \($0)" })
        #expect(page.cards.prefix(good.count).allSatisfy { $0.reason == nil })
        #expect(
            page.cards.dropFirst(good.count).map(\.reason) == [
                "The photo is too large to be shown.", "The server sent something other than a photo.",
                "The photo is damaged.", "The photo is damaged.",
                "The server no longer has this photo.", "The server couldn’t send the photo.",
            ])
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    /// The page after the last.
    static let end = LyingServer.Answer.json(#"{"items":[]}"#)

    static func comments(_ count: Int) throws -> LyingServer.Answer {
        let comments = (0..<count).map { number in
            [
                "id": UUID().uuidString, "message": "message \(number)", "created_at": "2026-05-20T11:24:59Z",
                "author": ["username": "user \(number)"],
            ] as [String: Any]
        }
        let body = try JSONSerialization.data(withJSONObject: ["items": comments])
        return .json(String(decoding: body, as: UTF8.self))
    }

    static func feed(_ items: [(id: String, location: String, image: URL)]) -> LyingServer.Answer {
        let items = items.map {
            #"{"id":"\#($0.id)","location":"\#($0.location)","image":"\#($0.image.absoluteString)"}"#
        }
        return .json(#"{"items":[\#(items.joined(separator: ","))]}"#)
    }
}
