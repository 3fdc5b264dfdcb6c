import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// A cache folder that disappears, fills up or is shared while the app runs.
extension AppTests {
    @Test("App: when the cache folder disappears, nothing shown is lost, and the folder is created again")
    func appSurvivesVanishingCache() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 3))
        let window = try await window(home, at: server.address)
        let before = try await AppWindow.FeedPage.complete(in: window, count: 3)
        try FileManager.default.removeItem(at: home.cacheFolder)
        try await window.press("Refresh")
        try await window.wait(for: "the folder") { _ in
            FileManager.default.fileExists(atPath: home.cacheFolder.path) ? () : nil
        }
        let after = try await AppWindow.FeedPage.complete(in: window, count: 3)
        #expect(after.cards.map(\.name) == before.cards.map(\.name))
        #expect(await window.close().status == 0)
        await server.stop()
        let again = try await home.run("feed", "--offline", "--json", at: server.address)
        #expect(try PrintedFeed(again).items.count == 3)
    }

    @Test
    func `App: when the disk fills up it says so, keeps showing what comes, and later what was saved`() async throws {
        let home = try Home()
        try await SmallDisk.mounted(on: home.cacheFolder) { disk in
            let old = try await home.serve(PhotoFolder(count: 3))
            let window = try await window(home, at: old.address)
            let before = try await AppWindow.FeedPage.complete(in: window, count: 3)
            try disk.fill()
            await old.stop()
            let new = try await home.serve(PhotoFolder(count: 5, salt: 40), host: old.host, port: old.port)
            try await window.press("Refresh")
            let after = try await AppWindow.FeedPage.complete(in: window, count: 5)
            #expect(after.banner == nil)
            #expect(after.note == nil)
            try await window.see("what is not saved") { $0.label == "The disk is full: nothing new can be saved" }
            #expect(await window.close().status == 0)
            await new.stop()
            // The newer feed didn't fit on the disk; the older one is there, whole.
            let later = try await self.window(home, at: old.address)
            let saved = try await AppWindow.FeedPage.shown(in: later, "what was saved") { !$0.cards.isEmpty }
            #expect(saved.cards.map(\.name) == before.cards.map(\.name))
            #expect(saved.note?.hasPrefix("Offline.") == true)
            #expect(await later.close().status == 0)
        }
    }

    @Test
    func `App: two apps in two sessions share one cache folder: both show the feed, online and offline`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 3))
        let first = try await window(home, at: server.address)
        let before = try await AppWindow.FeedPage.complete(in: first, count: 3)
        let session = try await TestProgram.start(
            [
                "/usr/bin/dbus-daemon", "--config-file=\(Checkout.url.path)/Tests/Session/session.conf", "--nofork",
                "--print-address",
            ], environment: [:])
        defer { session.send(SIGKILL) }
        let second = try await window(
            home, at: server.address,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": try #require(await session.line()),
                "AT_SPI_BUS_ADDRESS": try await desktop.busAddress(),
            ])
        let beside = try await AppWindow.FeedPage.complete(in: second, count: 3)
        #expect(beside.cards == before.cards)
        await server.stop()
        try await second.press("Refresh")
        let offline = try await AppWindow.FeedPage.shown(in: second, "an offline note") { $0.note != nil }
        #expect(offline.cards.map(\.name) == before.cards.map(\.name))
        #expect(await first.close().status == 0)
        #expect(await second.close().status == 0)
        let saved = try await home.run("feed", "--offline", "--json", at: server.address)
        #expect(try PrintedFeed(saved).items.count == 3)
    }

    @Test func `App: the demo leaves nothing behind`() async throws {
        let home = try Home()
        let demo = try PhotoFolder(count: 3)
        let window = try await window(home, at: nil, environment: ["ESSENTIAL_FEED_DEMO": demo.path])
        try await window.chooseRow("Demo")
        _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
        try await window.see("the demo's name") { $0.label == "Demo" && $0.isShowing }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.cacheFolder.path).count == 1)
        #expect(await window.close().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.cacheFolder.path).isEmpty)
        let found = try #require(FileManager.default.enumerator(atPath: home.folder.path)).compactMap { $0 as? String }
        let files = found.filter { !$0.hasPrefix("config") && $0 != "cache" }
        #expect(files.isEmpty, "\(files)")
    }
}
