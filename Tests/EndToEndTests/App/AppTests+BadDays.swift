import Foundation
import TestSupport
import Testing

/// Content beyond what a screen is made for. GTK's criticals end the app (`G_DEBUG=fatal-criticals`), so each test also
/// shows that there was none.
extension AppTests {
    @Test func `B205 App: 10,000 characters with markup, controls and emoji are shown as text`() async throws {
        let server = try await LyingServer()
        let texts = [
            "<b>bold</b> & <span foreground='red'>", "left \u{202E}right\u{202C} \u{2066}isolated\u{2069}",
            "bell\u{07} escape\u{1B}[31m null", "family 👨‍👩‍👧‍👦 flag 🇬🇷 ❤️", String(repeating: "word ", count: 2_000),
            "العربية والعبرية עברית",
        ]
        let image = server.url("/image").absoluteString
        let items = texts.map { ["id": UUID().uuidString, "location": $0, "image": image] }
        let feed = try JSONSerialization.data(withJSONObject: ["items": items])
        server.answer("/feed", with: .json(String(decoding: feed, as: UTF8.self)), .json(#"{"items":[]}"#))
        server.answer("/image", with: .response(body: anyPNG()))
        let window = try await window(home, at: server.url().absoluteString)
        let page = try await AppWindow.FeedPage.complete(in: window, count: texts.count)
        let shown = page.cards.map { $0.location ?? "" }
        #expect(shown[0] == texts[0])
        #expect(shown[1] == "left right isolated")
        #expect(shown[2] == "bell escape[31m null")
        #expect(shown[3] == texts[3])
        #expect(shown[4] == String(texts[4].prefix(2_000)) + "…")
        #expect(shown[5] == texts[5])
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test func `App: 1.5 MB of text and 700,000 marks on a letter are cut, also at an offline start`() async throws {
        let server = try await LyingServer()
        let (long, marked) = (UUID().uuidString, UUID().uuidString)
        let text = String(repeating: "A long description. ", count: 75_000)
        let marks = "a" + String(repeating: "\u{301}", count: 700_000) + " b"
        let items = [
            ["id": long, "location": "long", "description": text, "image": server.url("/image1").absoluteString],
            ["id": marked, "location": marks, "description": "marked", "image": server.url("/image2").absoluteString],
        ]
        let body = try JSONSerialization.data(withJSONObject: ["items": items])
        server.answer("/feed", with: .json(String(decoding: body, as: UTF8.self)), Self.end)
        for number in 1...2 { server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number)))) }
        let comment =
            [
                "id": UUID().uuidString, "message": marks, "created_at": "2026-05-20T11:24:59Z",
                "author": ["username": text],
            ]
            as [String: Any]
        let comments = try JSONSerialization.data(withJSONObject: ["items": [comment]])
        server.answer("/image/\(long)/comments", with: .json(String(decoding: comments, as: UTF8.self)))
        let online = try await window(home, at: server.url().absoluteString)
        let shown = try await AppWindow.FeedPage.complete(in: online, count: 2)
        let cut = String(text.prefix(2_000)) + "…"
        let limited = "a" + String(repeating: "\u{301}", count: 8) + "…"
        #expect(shown.cards.map(\.description) == [cut, "marked"])
        #expect(shown.cards.map(\.location) == ["long", limited])
        #expect(shown.cards.map(\.picture) == [1, 2])
        try await online.press(shown.cards[0].comments)
        let page = try await AppWindow.CommentsPage.settled(in: online)
        #expect(page.rows.map(\.message) == [limited])
        #expect(page.rows.map(\.username) == [cut])
        // The next start would show the comments again.
        try await online.press("Back")
        _ = try await AppWindow.FeedPage.complete(in: online, count: 2)
        #expect(await online.close().status == 0)
        try await server.stop()
        let offline = try await window(home, at: server.url().absoluteString)
        #expect(try await AppWindow.FeedPage.complete(in: offline, count: 2).cards == shown.cards)
        #expect(await offline.close().status == 0)
    }

    @Test func `B259 App: closed while everything loads, it ends at once and cleanly`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .hang)
        let window = try await window(home, at: server.url().absoluteString, height: 700)
        _ = try await server.requests.wait(for: 1)
        #expect(await window.close().status == 0)
        try await server.stop()
    }
}
