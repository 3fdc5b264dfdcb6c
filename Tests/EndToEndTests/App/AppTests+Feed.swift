import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The feed in the window, online and offline.
extension AppTests {
    @Test func `B222 B230 B270 B271 B276 The first page comes, then each next; all of them are there offline`()
        async throws
    {
        let server = try await home.serve(PhotoFolder(count: 12))
        // Saving photos for offline use would load the pages, too.
        try home.writeSettings(#"{"width":480,"height":8000,"offlineChoice":"off"}"#)
        let window = try await window(home, at: server.address)
        let page = try await AppWindow.FeedPage.complete(in: window, count: 12)
        #expect(page.cards.map(\.description) == (0..<12).map { $0 % 2 == 0 ? "description \($0)" : nil })
        #expect(page.cards.map(\.location) == (0..<12).map { $0 % 4 < 2 ? "location \($0)" : nil })
        #expect(page.cards.map(\.picture) == (1...12).map { UInt8($0) }, "each photo is seen at its place")
        #expect(page.note == nil)
        #expect(page.banner == nil)
        #expect(await window.close().status == 0)
        let log = await server.stop().errors
        // The first page, the second, and the empty one that ends the feed.
        #expect(log.ranges(of: "GET /feed 200").count == 3)
        #expect(log.ranges(of: "GET /image/").count == 12)

        let offline = try await self.window(home, at: server.address)
        let saved = try await AppWindow.FeedPage.complete(in: offline, count: 12)
        #expect(saved.cards == page.cards)
        #expect(saved.note?.hasPrefix("Offline. Saved ") == true)
        #expect(saved.banner == nil)
        _ = await offline.close()
    }

    @Test func `B270a Online over an older cache the remote feed is shown, and offline later`() async throws {
        let (old, first, _) = try await showPhotos(3)
        _ = await first.close()
        await old.stop()
        let new = try await home.serve(PhotoFolder(count: 5, salt: 40), host: old.host, port: old.port)
        let second = try await window(home, at: old.address)
        let remote = try await AppWindow.FeedPage.shown(in: second, "the remote feed, and no note") { page in
            page.cards.count == 5 && page.hasPictures && page.note == nil
        }
        #expect(remote.cards.map(\.picture) == (40...44).map { UInt8($0) })
        _ = await second.close()
        await new.stop()
        let third = try await window(home, at: old.address)
        let saved = try await AppWindow.FeedPage.complete(in: third, count: 5)
        #expect(saved.cards == remote.cards)
        _ = await third.close()
    }

    @Test func `A screen reader names a card by the photo's alternative text, else by its description`() async throws {
        let home = Home()
        let server = try await LyingServer()
        let images = ["Two boats at a pier", nil].enumerated().map { number, alternative in
            FeedImage(
                id: UUID(), description: "the holidays", location: "Nafplio", url: server.url("/image\(number)"),
                author: "Maria", alternative: alternative)
        }
        server.answer("/feed", with: .json(String(decoding: FeedPayload.encode(images), as: UTF8.self)), Self.end)
        for number in images.indices {
            server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number + 1))))
        }
        let window = try await window(home, at: server.url().absoluteString)
        let page = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(
            page.cards.map(\.name) == ["View Maria, Nafplio, Two boats at a pier", "View Maria, Nafplio, the holidays"])
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test func `B273 B274 Leaving the foreground deletes an expired cache and keeps a fresh one`() async throws {
        let clock = try await ShiftedClock()
        let (server, online, _) = try await showPhotos(3)
        _ = await online.close()
        await server.stop()
        #expect(try await home.run("feed", "--offline", at: server.address).status == 0)
        let expired = try await window(
            home, at: server.address, environment: clock.environment(shiftedBy: World.sevenDays))
        _ = try await AppWindow.FeedPage.shown(in: expired, "that nothing is saved") { $0.status != nil }
        _ = await expired.close()
        #expect(try await home.run("feed", "--offline", at: server.address).status == 69)
    }
}
