import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// A disk that fills up while the app runs, and the demo's files on the disk.
extension AppTests {
    @Test func `App: when the disk fills up it says so, and shows what comes, and later what was saved`() async throws {
        try await SmallDisk.mounted(on: home.cacheFolder) { disk in
            let (old, window, before) = try await showPhotos(3)
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

    @Test func `App: the demo leaves nothing behind`() async throws {
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
