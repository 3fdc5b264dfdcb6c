import AccessibleDesktop
import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport
import Testing

/// Several servers, folders of photos, and the preferences.
extension AppTests {
    @Test func `App: the menu lists the servers; choosing one shows it, from its cache if offline`() async throws {
        let first = try await home.serve(PhotoFolder(count: 1))
        let second = try await home.serve(PhotoFolder(count: 3, salt: 40))
        for (server, count) in [(first, 1), (second, 3)] {
            let window = try await window(home, at: server.address)
            _ = try await AppWindow.FeedPage.complete(in: window, count: count)
            #expect(await window.close().status == 0)
        }
        #expect(try home.settings()["servers"] as? [String] == [first.address, second.address])
        await first.stop()
        await second.stop()

        let window = try await window(home, at: first.address)
        _ = try await AppWindow.FeedPage.shown(in: window, "the first server's saved feed") { $0.cards.count == 1 }
        try await window.chooseFromMenu(String(second.address.dropFirst("http://".count)))
        let saved = try await AppWindow.FeedPage.shown(in: window, "the other's saved feed") { page in
            page.cards.count == 3 && page.hasPictures
        }
        #expect(saved.note?.hasPrefix("Offline. Saved ") == true)
        #expect(await window.close().status == 0)
        #expect(try home.settings()["currentServer"] as? String == second.address)
        #expect(try home.settings()["address"] as? String == second.address)
    }

    @Test func `App: a removed server can be brought back; after the end, nothing of it is on disk`() async throws {
        let first = try await home.serve(PhotoFolder(count: 1))
        let second = try await home.serve(PhotoFolder(count: 3, salt: 40))
        let window = try await window(home, at: first.address)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 1)
        let opened = try await self.window(home, at: second.address)
        #expect(await opened.program.result().status == 0)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
        let name = String(second.address.dropFirst("http://".count))
        for answer in ["Undo", nil] {
            try await window.chooseFromMenu("Preferences")
            try await window.pressOneOfLibadwaita("Remove \(name)")
            // The feed of the other server takes its place.
            _ = try await AppWindow.FeedPage.complete(in: window, count: 1)
            try await window.see("what goes with the server") {
                $0.label.hasPrefix("Removed \(name) with ") && $0.isShowing
            }
            if let answer {
                try await window.pressOneOfLibadwaita(answer)
                _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.cacheFolder.path).count == 2)
        #expect(await window.close().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.cacheFolder.path).count == 1)
        #expect(try home.settings()["servers"] as? [String] == [first.address])
        await first.stop()
        await second.stop()
    }

    @Test func `App: clearing asks, and leaves no photo on disk; the limit is the terminal's, too`() async throws {
        try home.writeSettings(#"{"width":480,"height":1600,"imageLimit":250000000}"#)
        let (server, window, _) = try await showPhotos(2)
        let status = try await home.run("cache", "status", "--json", at: server.address)
        #expect(status.text.contains(#""image_bytes_limit":250000000"#), "\(status.text)")
        try await window.chooseFromMenu("Preferences")
        try await window.see("how much is used", inAnyWindow: true) {
            $0.label.hasSuffix("Photos may take up to 250 MB.")
        }
        try await window.pressOneOfLibadwaita("Delete Offline Photos")
        try await window.pressOneOfLibadwaita("Delete", over: "Delete Offline Photos?")
        try await window.see("what is cleared") { $0.label.hasPrefix("Deleted offline photos (") }
        #expect(await window.close().status == 0)
        #expect(try home.files().allSatisfy { $0.data.prefix(4) != Data([0x89, 0x50, 0x4E, 0x47]) })
        await server.stop()
        let offline = try await self.window(home, at: server.address)
        _ = try await AppWindow.FeedPage.shown(in: offline, "an honest error") { $0.status != nil }
        #expect(await offline.close().status == 0)
    }

    @Test func `App: a folder of photos is served and shown, and at the next start; one gone is named`() async throws {
        let photos = try PhotoFolder(count: 3)
        let folder = URL(filePath: photos.path, directoryHint: .isDirectory)
        try home.writeSettings(showing: folder, height: 4000)
        for _ in 0..<2 {
            let window = try await window(home, at: nil)
            _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
            #expect(await window.close().status == 0)
            #expect(try home.settings()["currentServer"] as? String == folder.absoluteString)
            #expect(try home.settings()["address"] == nil)
        }
        let state = home.folder.url.appending(path: ".local/state/essential-feed/app")
        let script = """
            import glob, sqlite3, sys
            [path] = glob.glob(f"{sys.argv[1]}/*/folder-*.sqlite")
            database = sqlite3.connect(path)
            database.execute("UPDATE grdb_migrations SET identifier = '1 earlier'")
            database.commit()
            """
        _ = try await TestProgram.succeed(["python3", "-c", script, state.path])
        let later = try await self.window(home, at: nil)
        let advice = "This folder’s index is from an earlier version. Move \(state.path)/"
        try await later.see(advice) { $0.label.hasPrefix(advice) && $0.isShowing }
        #expect(await later.close().status == 0)
        try FileManager.default.moveItem(at: folder, to: home.folder.url.appending(path: "moved"))
        let window = try await window(home, at: nil)
        let message = "Can’t show the folder \(folder.path(percentEncoded: false))."
        try await window.see(message) { $0.label.hasPrefix(message) && $0.isShowing }
        #expect(await window.close().status == 0)
    }

    @Test(arguments: [false, true])
    func `App: in a folder without a document, photos can't have comments`(hasDocument: Bool) async throws {
        let photos = try PhotoFolder(count: 2)
        let folder = URL(filePath: photos.path, directoryHint: .isDirectory)
        if !hasDocument { try FileManager.default.removeItem(at: folder.appending(path: "feed.yaml")) }
        try home.writeSettings(showing: folder, height: 3000)
        let window = try await window(home, at: nil)
        _ = try await AppWindow.FeedPage.shown(in: window, "the pictures") { page in
            page.cards.count == 2 && page.hasPictures
        }
        func offersComments() async throws -> Bool {
            try await window.wait(for: "the buttons") { window in
                window.first { $0.role == .button && $0.isShowing && $0.label.contains("omments") } != nil
            }
        }
        #expect(try await offersComments() == hasDocument)
        try await window.pressKey(.tab)
        try await window.pressKey(.down)
        try await window.pressKey(.enter)
        try await window.see("the viewer") { $0.role == .button && $0.label == "Photo Menu" && $0.isShowing }
        #expect(try await offersComments() == hasDocument)
        #expect(await window.close().status == 0)
    }

    @Test func `App: files of one's own folder that can't be shown are counted, and named with why`() async throws {
        let photos = try PhotoFolder(count: 2)
        let folder = URL(filePath: photos.path, directoryHint: .isDirectory)
        try Data().write(to: folder.appending(path: "empty.jpg"))
        try anyPNG(salt: 9).dropLast(12).write(to: folder.appending(path: "cut.png"))
        try Data("BM0000000000000000".utf8).write(to: folder.appending(path: "scan.bmp"))
        try home.writeSettings(showing: folder, height: 3000)
        let window = try await window(home, at: nil)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        let summary = "3 files can’t be shown"
        try await window.see(summary) { $0.label == summary && $0.isShowing }
        try await window.press("Details")
        let lines = [
            "scan.bmp", "not a JPEG, PNG, WebP, GIF, HEIC or AVIF", "cut.png", "incomplete", "empty.jpg", "empty",
        ]
        try await window.wait(inAnyWindowFor: "the files") { app in
            let labels = app.all { $0.role == .label && $0.isShowing }.map(\.label)
            return lines.allSatisfy(labels.contains) ? () : nil
        }
        // The main window has a button of this name, too.
        try await window.pressOneOfLibadwaita("Close", over: "scan.bmp")
        for name in ["empty.jpg", "cut.png", "scan.bmp"] {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        try await window.wait(for: "no bar") { window in
            window.first { $0.label.hasSuffix("be shown") && $0.isShowing } == nil ? () : nil
        }
        #expect(await window.close().status == 0)
    }

    @Test func `App: a removed folder is left at once, even if the next fails, and can be brought back`() async throws {
        let photos = try PhotoFolder(count: 3)
        let folder = URL(filePath: photos.path, directoryHint: .isDirectory)
        let missing = home.folder.url.appending(path: "gone", directoryHint: .isDirectory)
        let servers = [folder, missing].map { "\"\($0.absoluteString)\"" }.joined(separator: ",")
        try home.writeSettings(
            #"{"width":480,"height":4000,"servers":[\#(servers)],"currentServer":"\#(folder.absoluteString)"}"#)
        let window = try await window(home, at: nil)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
        let state = home.folder.url.appending(path: ".local/state/essential-feed/app")
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path).count == 1)
        let message = "Can’t show the folder \(missing.path(percentEncoded: false))."
        for isUndone in [true, false] {
            try await window.chooseFromMenu("Preferences")
            try await window.pressOneOfLibadwaita("Remove \(folder.lastPathComponent)")
            try await window.see(message) { $0.label.hasPrefix(message) && $0.isShowing }
            // Nothing leads back to the photos, which aren't served any more.
            let labels = try await window.wait(for: "the window") { window in
                window.all { $0.isShowing }.map(\.label)
            }
            #expect(!labels.contains("Cancel"))
            #expect(labels.contains("Connect"))
            guard isUndone else { continue }
            try await window.pressOneOfLibadwaita("Undo")
            _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
            #expect(try home.settings()["currentServer"] as? String == folder.absoluteString)
        }
        #expect(await window.close().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == [])
        #expect(try home.settings()["servers"] as? [String] == [missing.absoluteString])
        let settings = try #require(home.files().first { $0.name == "app.json" })
        #expect(!String(decoding: settings.data, as: UTF8.self).contains(folder.lastPathComponent))
    }
}
