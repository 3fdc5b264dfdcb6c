import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The feed in a wide window, and what is new in it.
extension AppTests {
    @Test("In rows arrows move the focus to the photo beside, above and below, and Enter opens the photo")
    func appMovesThroughRows() async throws {
        let home = try Home()
        let server = try await Self.photos(8)
        try home.writeSettings(#"{"width":1200,"height":700}"#)
        let window = try await window(home, at: server.url().absoluteString)
        _ = try await AppWindow.FeedPage.shown(in: window, "the first cards") { $0.cards.count >= 2 }
        try await window.pressKey(.right)
        try await window.pressKey(.down)
        _ = try await window.focusedPhoto(0)
        for (key, number) in [
            (AppWindow.Key.right, 1), (.down, 3), (.left, 2), (.up, 0), (.right, 1), (.right, 2), (.left, 1),
            (.down, 3), (.down, 5), (.down, 7), (.left, 6), (.up, 4),
        ] {
            try await window.pressKey(key)
            _ = try await window.focusedPhoto(number)
        }
        try await window.pressKey(.pageUp)
        try await window.pressKey(.home)
        try await window.see("the focus on the first row") {
            $0.isFocused && ["View place 0", "View place 1"].contains($0.label)
        }
        try await window.pressKey(.enter)
        try await window.see("the viewer") { $0.role == .button && $0.label == "Back" && $0.isShowing }
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test
    func `After a restart a line is below the photos that are new, and after another one it is gone`() async throws {
        let home = try Home()
        let server = try await LyingServer()
        let photos = (0..<5).map { (Self.photoID($0), "place \($0)", server.url("/image\($0)")) }
        for number in 0..<5 { server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number + 1)))) }
        func show(_ shown: ArraySlice<(String, String, URL)>) async throws -> AppWindow {
            server.answer("/feed", with: Self.feed(Array(shown)), Self.end)
            let window = try await self.window(home, at: server.url().absoluteString, height: 4_000)
            _ = try await AppWindow.FeedPage.complete(in: window, count: shown.count)
            return window
        }
        var window = try await show(photos[2...])
        #expect(try await window.line() == nil)
        #expect(await window.close().status == 0)
        window = try await show(photos[...])
        let place = try #require(await window.line())
        #expect(place == 2, "the line is below two cards")
        #expect(await window.close().status == 0)
        window = try await show(photos[...])
        #expect(try await window.line() == nil)
        #expect(await window.close().status == 0)
        try await server.stop()
    }
}

extension AppWindow {
    /// Waits until the card of the photo with the number has the focus.
    fileprivate func focusedPhoto(_ number: Int) async throws {
        try await see("the focus on photo \(number)") { $0.isFocused && $0.label == "View place \(number)" }
    }

    /// Returns how many cards are above the line; `nil` if there is no line. Call it when the cards are on the screen.
    fileprivate func line() async throws -> Int? {
        try await wait(for: "the cards") { window -> [Int?]? in
            let rows = window.all { $0.role == .listItem && $0.isShowing }
            guard !rows.isEmpty else { return nil }
            let line = rows.firstIndex { row in
                row.first { $0.role == .separator && $0.isShowing }?.label
                    == "The photos above are new since you were last here"
            }
            return [line]
        }[0]
    }
}
