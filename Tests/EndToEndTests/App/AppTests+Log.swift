import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The app's log with `-v`.
extension AppTests {
    @Test(
        "B235 B236 B237 App: bytes that aren't an image offer a retry, which loads it alone; once all are seen, -v logs it"
    )
    func appLogsFirstPictures() async throws {
        let server = try await LyingServer()
        let line = "the first pictures are on the screen"
        let feed = Self.feed([
            (UUID().uuidString, "here", server.url("/good")), (UUID().uuidString, "there", server.url("/bad")),
        ])
        server.answer("/feed", with: feed, Self.end, feed, Self.end)
        server.answer("/good", with: .response(body: anyPNG(salt: 1)))
        server.answer("/bad", with: .response(body: anyPNG(salt: 2).prefix(40)), .response(body: anyPNG(salt: 2)))
        let window = try await window(home, at: server.url().absoluteString, height: 1_200, arguments: ["-v"])
        let failed = try await AppWindow.FeedPage.shown(in: window, "one picture, one retry") { page in
            page.cards.map { $0.picture != nil } == [true, false] && page.cards.last?.retry != nil
        }
        #expect(failed.cards.map(\.retry) == [nil, "Try Again: there"])
        #expect(failed.cards.map(\.reason) == [nil, "The photo is damaged."])
        // The log has the reason for the missing picture.
        let before = try await window.program.errors(containing: "warning")
        #expect(!before.contains(line), "\(before)")
        try await window.press("Try Again: there")
        _ = try await window.program.errors(containing: line)
        // By now the screen shows them.
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        let asked = server.requests.events.map(\.path)
        #expect(asked.count { $0 == "/good" } == 1)
        #expect(asked.count { $0 == "/bad" } == 2)
        try await window.press("Refresh")
        try await server.requests.wait { $0.count { $0.path == "/feed" } >= 3 }
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        let result = await window.close()
        #expect(result.status == 0)
        #expect(result.errors.ranges(of: line).count == 1, "\(result.errors)")
        try await server.stop()
    }

    @Test func `App: with -v, the end of a folder's server is no error; its address isn't logged`() async throws {
        let photos = try PhotoFolder(count: 2)
        let folder = RememberedServer.folder(path: photos.path).text
        try home.writeSettings(#"{"width":480,"height":4000,"servers":["\#(folder)"],"currentServer":"\#(folder)"}"#)
        let window = try await window(home, at: nil, height: 4_000, arguments: ["-v"])
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        let result = await window.close()
        #expect(result.status == 0)
        #expect(!result.errors.contains("HummingbirdCore") && !result.errors.contains(" error "), "\(result.errors)")
        #expect(!result.errors.contains(/[0-9a-f]{24}/), "\(result.errors)")
    }
}
