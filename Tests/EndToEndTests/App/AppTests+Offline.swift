import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The images that are available without a connection, shown before or not.
extension AppTests {
    @Test(
        "App: images that were never scrolled to are there offline, unless that is turned off",
        arguments: [true, false])
    func appBringsImagesIn(isOn: Bool) async throws {
        let home = try Home()
        let server = try await LyingServer()
        let items = (0..<10).map { (UUID().uuidString, "place \($0)", server.url("/image\($0)")) }
        server.answer("/feed", with: Self.feed(items))
        for number in 0..<10 { server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number)))) }
        let config = home.folder.url.appending(path: "config/essential-feed")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try Data(#"{"width":480,"height":700,"keepsImagesOffline":\#(isOn)}"#.utf8)
            .write(to: config.appending(path: "app.json"))
        let address = server.url().absoluteString
        let window = try await window(home, at: address)
        _ = try await AppWindow.FeedPage.shown(in: window, "a picture") { page in
            page.cards.contains { $0.picture != nil }
        }
        if !isOn {
            // With the setting on, each loaded feed would save its images, the first one all of them.
            for count in 2...4 {
                try await window.press("Refresh")
                try await server.requests.wait { $0.count { $0.path == "/feed" } >= count }
                _ = try await AppWindow.FeedPage.settled(in: window)
            }
        } else {
            // The terminal program reads the cache beside the app until all images are there.
            while try await !home.run("cache", "status", at: address).text.contains("10 photos, 10 saved") {}
        }
        #expect(await window.close().status == 0)
        let asked = Set(server.requests.events.map(\.path).filter { $0.hasPrefix("/image") })
        #expect(asked.count == 10 || !isOn)
        #expect(asked.isDisjoint(with: ["/image8", "/image9"]) || isOn, "\(asked)")
        try await server.stop()
    }

    @Test
    func `App: it saves the newest 50 photos without scrolling, and an offline start shows them all`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 64))
        try home.writeSettings(#"{"width":480,"height":700,"offlineChoice":"newest50"}"#)
        let online = try await window(home, at: server.address)
        _ = try await AppWindow.FeedPage.shown(in: online, "the first pictures") { page in
            page.cards.contains { $0.picture != nil }
        }
        let complete = " 50 saved, complete offline"
        while try await !home.run("cache", "status", at: server.address).text.contains(complete) {}
        try await online.chooseFromMenu("Preferences")
        try await online.see("what is saved", inAnyWindow: true) {
            $0.label.hasPrefix("50 photos saved, ") && $0.isShowing
        }
        #expect(await online.close().status == 0)
        await server.stop()

        try home.writeSettings(#"{"width":480,"height":8000,"offlineChoice":"newest50"}"#)
        let offline = try await window(home, at: server.address)
        var shown: Set<UInt8> = []
        while shown.count < 50 {
            let page = try await AppWindow.FeedPage.shown(in: offline, "cards that don't load") { page in
                page.cards.allSatisfy { !$0.isLoading && $0.retry == nil }
            }
            shown.formUnion(page.cards.compactMap(\.picture))
            try await offline.pressKey(.pageDown)
        }
        #expect(shown == Set(1...50))
        #expect(await offline.close().status == 0)
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool {
        String(decoding: self, as: UTF8.self).contains(text)
    }
}
