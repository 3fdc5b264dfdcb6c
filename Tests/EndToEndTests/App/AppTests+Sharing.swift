import AccessibleDesktop
import EssentialFeed
import Foundation
import TestSupport
import Testing

/// Photos that leave the app for other programs, over the session's bus.
extension AppTests {
    @Test func `App: one's own photo is opened, sent, set as the background and shown by the desktop`() async throws {
        let events = EventLog<PhotoServices.Event>()
        let services = try PhotoServices { events.append($0) }
        let (window, file, photos) = try await viewerOfOwnPhoto(home)
        let data = try Data(contentsOf: file)
        for (item, method) in [
            ("Open With…", "OpenFile"), ("Send by Email…", "ComposeEmail"), ("Set as Background…", "SetWallpaperFile"),
        ] {
            let count = events.events.count
            try await window.chooseFromMenu(item, last: "Slideshow")
            let all = try await events.wait(for: count + 1)
            #expect(all.last == .received(method: method, data))
        }
        try await window.chooseFromMenu("Show in Files", last: "Slideshow")
        let all = try await events.wait(for: 4)
        #expect(all.last == .shown(uris: [file.absoluteString]))
        #expect(await window.close().status == 0)
        withExtendedLifetime((services, photos)) {}
    }

    @Test func `App: if the desktop refuses a photo, the window says so in one sentence`() async throws {
        let services = try PhotoServices(answer: .refused) { _ in }
        let (window, _, photos) = try await viewerOfOwnPhoto(home)
        try await window.chooseFromMenu("Set as Background…", last: "Slideshow")
        let text = "Couldn’t set the background"
        try await window.see(text) { $0.label == text && $0.isShowing }
        #expect(await window.close().status == 0)
        withExtendedLifetime((services, photos)) {}
    }

    @Test func `App: without portals, the menu of a photo offers nothing that needs them`() async throws {
        let (window, file, photos) = try await viewerOfOwnPhoto(home)
        try await window.pressKey(.menu)
        let labels = try await window.wait(for: "the menu") { window in
            let labels = window.all { $0.isShowing }.map(\.label)
            return labels.contains { $0.hasPrefix("Slideshow") } ? labels : nil
        }
        for item in ["Open With…", "Send by Email…", "Set as Background…"] {
            #expect(!labels.contains { $0.hasPrefix(item) })
        }
        #expect(labels.contains { $0.hasPrefix("Show in Files") })
        try await window.pressKey(.escape)
        try await window.wait(for: "the end of the menu") { window in
            window.first { $0.isShowing && $0.label.hasPrefix("Slideshow") } == nil ? () : nil
        }
        try await window.pressKey(.letterC, withControl: true)
        try await window.see("the message") { $0.label == "Copied" && $0.isShowing }
        for (type, content) in [
            ("text/uri-list", file.absoluteString + "\r\n"),
            ("x-special/gnome-copied-files", "copy\n" + file.absoluteString),
        ] {
            let pasted = try await TestProgram.succeed(["xclip", "-selection", "clipboard", "-o", "-t", type])
            #expect(pasted.text == content)
        }
        #expect(await window.close().status == 0)
        withExtendedLifetime(photos) {}
    }

    @Test func `App: subfolders of one's own folder are albums in the menu`() async throws {
        let photos = try PhotoFolder(count: 0)
        let folder = URL(filePath: photos.path, directoryHint: .isDirectory)
        for (album, count) in [("Beach", 1), ("Hills", 2)] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: album), withIntermediateDirectories: false)
            for number in 0..<count {
                try anyPNG(salt: UInt8(number + 10 * count)).write(to: folder.appending(path: "\(album)/\(number).png"))
            }
        }
        try FileManager.default.removeItem(at: folder.appending(path: "feed.yaml"))
        try home.writeSettings(showing: folder, height: 3000)
        let window = try await window(home, at: nil)
        _ = try await AppWindow.FeedPage.shown(in: window, "all photos") { $0.cards.count == 3 && $0.hasPictures }
        for (album, count) in [("Hills", 2), ("Beach", 1), ("All Photos", 3)] {
            try await window.chooseFromMenu("Albums")
            try await window.chooseRow(album)
            _ = try await AppWindow.FeedPage.shown(in: window, album) { $0.cards.count == count && $0.hasPictures }
        }
        #expect(try home.settings()["servers"] as? [String] == [folder.absoluteString])
        #expect(await window.close().status == 0)
    }

    /// Opens the viewer of the only photo in a folder.
    func viewerOfOwnPhoto(
        _ home: Home, _ photo: Data = anyPNG(salt: 3), named name: String = "pier.png", height: Int = 1_400
    ) async throws -> (window: AppWindow, file: URL, photos: PhotoFolder) {
        let photos = try PhotoFolder(count: 0)
        let folder = URL(filePath: photos.path, directoryHint: .isDirectory)
        let file = folder.appending(path: name)
        try photo.write(to: file)
        try home.writeSettings(showing: folder, height: height)
        let window = try await window(home, at: nil)
        let feed = try await AppWindow.FeedPage.shown(in: window, "the photo") { page in
            page.cards.count == 1 && page.cards.allSatisfy { !$0.isLoading && $0.reason == nil }
        }
        try await window.press(feed.cards[0].name)
        try await window.wait(for: "the viewer") { $0.hasButtons(["Back", "Photo Menu"]) ? () : nil }
        return (window, file, photos)
    }
}
