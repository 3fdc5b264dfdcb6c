import Foundation
import TestSupport
import Testing

/// A server that dies, returns and changes its feed while the app shows it.
extension AppTests {
    @Test func `B236 App: every format is shown; a missing picture has a reason, and a retry if useful`() async throws {
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
