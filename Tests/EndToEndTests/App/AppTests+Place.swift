import AccessibleDesktop
import EssentialFeed
import Foundation
import Synchronization
import TestSupport
import Testing

/// Where one was: the window, the feed, and the screens over it, after another start.
extension AppTests {
    @Test func `App: after another start, the feed is where one left it, online, offline, elsewhere`() async throws {
        let server = try await home.serve(PhotoFolder(count: 25))
        let first = try await window(home, at: server.address, height: 700)
        let place = try await first.scrolledDown()
        #expect(await first.close().status == 0)

        let other = try await home.serve(PhotoFolder(count: 5, salt: 100))
        let between = try await window(home, at: other.address, height: 700)
        try await between.wait(for: "the other server's first photo") { _ in
            Pictures.onScreen().first?.salt == 100 ? () : nil
        }
        #expect(await between.close().status == 0)
        await other.stop()

        let second = try await window(home, at: server.address, height: 700)
        try await second.wait(for: "the same place") { _ in Pictures.onScreen() == place ? () : nil }
        #expect(await second.close().status == 0)

        await server.stop()
        let third = try await window(home, at: server.address, height: 700)
        _ = try await AppWindow.FeedPage.shown(in: third, "an offline note") { $0.note != nil }
        try await third.wait(for: "the same photo, of \(place)") { _ in
            Pictures.onScreen().first?.salt == place.first?.salt ? () : nil
        }
        #expect(await third.close().status == 0)
    }

    @Test func `App: the viewer and the comments over it are open again, and lead back to the place`() async throws {
        let server = try await home.serve(PhotoFolder(count: 25))
        let first = try await window(home, at: server.address, height: 700)
        _ = try await first.scrolledDown()
        try await first.pressKey(.down)
        try await first.see("the focus on a card") { $0.isFocused && $0.label.hasPrefix("View ") }
        let place = try await first.placeWhereListStays()
        try await first.pressKey(.enter)
        try await first.wait(for: "the viewer") { $0.hasButtons(["Back", "Photo Menu"]) ? () : nil }
        try await first.press("Comments")
        _ = try await AppWindow.CommentsPage.settled(in: first)
        #expect(await first.close().status == 0)

        let second = try await window(home, at: server.address, height: 700)
        _ = try await AppWindow.CommentsPage.settled(in: second)
        try await second.pressKey(.escape)
        try await second.wait(for: "the viewer") { $0.hasButtons(["Back", "Photo Menu"]) ? () : nil }
        try await second.pressKey(.escape)
        try await second.wait(for: "the same place") { _ in Pictures.onScreen() == place ? () : nil }
        #expect(await second.close().status == 0)
        await server.stop()
    }

    @Test func `App: the window's state is remembered beside its size`() async throws {
        try home.writeSettings(#"{"width":480,"height":700,"isMaximized":true}"#)
        let (server, window, _) = try await showPhotos(1)
        #expect(await window.close().status == 0)
        // The app saves the window's reported state.
        #expect(try home.settings()["isMaximized"] as? Bool == true)
        #expect(try home.settings()["isFullScreen"] as? Bool == false)
        await server.stop()
    }
}

/// The test pictures in a column of the screen, from the top.
private enum Pictures {
    struct Seen: Equatable, Sendable {
        let salt: UInt8
        let y: Int
    }

    /// Below the note of a saved feed, whose letters may have a picture's colour.
    fileprivate static let topOfList = 110

    static func onScreen() -> [Seen] {
        guard let screen = Screen() else { return [] }
        var seen: [Seen] = []
        for y in topOfList..<700 {
            guard let colour = screen.colour(x: 235, y: y), let salt = anyPNGSalt(of: colour) else { continue }
            if seen.last?.salt != salt { seen.append(Seen(salt: salt, y: y)) }
        }
        return seen
    }
}

extension AppWindow {
    /// Scrolls down by some pages, and a little back, and returns what is on the screen then.
    fileprivate func scrolledDown() async throws -> [Pictures.Seen] {
        var last = try await wait(for: "the first photo") { _ in
            Pictures.onScreen().first?.salt == 1 ? Pictures.onScreen() : nil
        }
        for _ in 0..<3 {
            let before = last
            try await pressKey(.pageDown)
            last = try await wait(for: "another place") { _ in
                let seen = Pictures.onScreen()
                return seen.isEmpty || seen == before ? nil : seen
            }
        }
        try await desktop.turnWheelUp()
        return try await placeWhereListStays(other: last)
    }

    /// Waits until the screen shows the same twice.
    /// - Parameter other: What it is not to show.
    fileprivate func placeWhereListStays(other: [Pictures.Seen] = []) async throws -> [Pictures.Seen] {
        let latest = Mutex(other)
        return try await wait(for: "a place at which the list stays") { _ in
            let seen = Pictures.onScreen()
            let earlier = latest.withLock { latest in
                defer { latest = seen }
                return latest
            }
            // The top of a picture shows the list's position.
            let isExact = seen.contains { $0.y > Pictures.topOfList }
            return seen != other && isExact && seen == earlier ? seen : nil
        }
    }
}
