import AccessibleDesktop
import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The window itself: keys, and one instance.
extension AppTests {
    @Test func `B203 Turning the wheel at the top of the list requests nothing: pulling is for fingers`() async throws {
        let server = try await home.serve(PhotoFolder(count: 12))
        try home.writeSettings(#"{"width":480,"height":700,"offlineChoice":"off"}"#)
        let window = try await window(home, at: server.address)
        let isLoaded: @Sendable (AppWindow.FeedPage) -> Bool = { page in
            page.cards.contains { $0.picture != nil }
        }
        _ = try await AppWindow.FeedPage.shown(in: window, "a picture", where: isLoaded)
        for _ in 0..<5 { try await desktop.turnWheelUp() }
        try await window.press("Refresh")
        _ = try await AppWindow.FeedPage.shown(in: window, "the feed again", where: isLoaded)
        #expect(await window.close().status == 0)
        #expect(await server.stop().errors.ranges(of: /GET \/feed (200|304)/).count == 2)
    }

    @Test func `Ctrl+R refreshes the feed, and on the comments the comments`() async throws {
        let server = try await Self.photos(1)
        let comments = "/image/\(Self.photoID(0))/comments"
        let window = try await window(home, at: server.url().absoluteString, height: 900)
        let feed = try await AppWindow.FeedPage.complete(in: window, count: 1)
        server.answer("/feed", with: Self.feed([(Self.photoID(0), "another place", server.url("/image0"))]), Self.end)
        try await window.pressKey(.letterR, withControl: true)
        let changed = try await AppWindow.FeedPage.shown(in: window, "the changed feed") {
            $0.cards.first?.location == "another place"
        }
        #expect(feed.cards.first?.location == "place 0")
        try await window.press(changed.cards[0].comments)
        _ = try await AppWindow.CommentsPage.settled(in: window)
        try await window.pressKey(.letterR, withControl: true)
        try await server.requests.wait { $0.count { $0.path == comments } == 2 }
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test func `B276 There is one main window; a second start presents it and ends; its size is kept`() async throws {
        let (server, first, _) = try await showPhotos(1, height: 700)
        let second = try await window(home, at: server.address, height: 700)
        #expect(await second.program.result().status == 0)
        _ = try await AppWindow.FeedPage.complete(in: first, count: 1)
        #expect(await first.close().status == 0)
        let settings = home.folder.url.appending(path: "config/essential-feed/app.json")
        let saved = try JSONSerialization.jsonObject(with: Data(contentsOf: settings)) as? [String: Any]
        #expect(saved?["width"] as? Int == 480)
        #expect(saved?["height"] as? Int == 700)
        #expect(saved?["address"] as? String == server.address)
        await server.stop()
    }
}

extension Accessible {
    /// Returns whether buttons with these names are on the screen.
    func hasButtons(_ names: Set<String>) -> Bool {
        names.isSubset(of: all { $0.role == .button && $0.isShowing }.map(\.label))
    }
}
