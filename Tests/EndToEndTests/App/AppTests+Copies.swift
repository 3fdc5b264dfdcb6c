import AccessibleDesktop
import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// Copies of photos saved from the viewer.
extension AppTests {
    @Test func `App: offline a copy of what is on the screen is saved, though the viewer was closed`() async throws {
        let server = try await LyingServer()
        let window = try await window(home, at: Self.serverOfTwoSizes(server), height: 700)
        let feed = try await AppWindow.FeedPage.complete(in: window, count: 1)
        try await window.press(feed.cards[0].name)
        try await server.stop()
        let file = home.folder.url.appending(path: "copy.png")
        try await window.saveCopy(to: file, closingViewer: true)
        try await window.waitForFile(file)
        #expect(try Data(contentsOf: file) == anyPNG(salt: 1))
        #expect(await window.close(fileDialogs: 1).status == 0)
    }

    @Test func `App: if a copy can't be saved, the window says what to do; the file in its place stays`() async throws {
        let (server, window, feed) = try await showPhotos(1, height: 700)
        try await window.press(feed.cards[0].name)
        let folder = home.folder.url.appending(path: "locked", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try await TestProgram.succeed(["chmod", "a-w", folder.path])
        try await window.saveCopy(to: folder.appending(path: "copy.png"))
        let text = "Couldn’t save the copy"
        try await window.see(text) { $0.label == text && $0.isShowing }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try await TestProgram.succeed(["chmod", "u+w", folder.path])
        try await window.pressKey(.letterC, withControl: true)
        // Without this, the message above would stay until it is closed.
        try await window.see("the next message") { $0.label == "Copied" && $0.isShowing }
        #expect(await window.close(fileDialogs: 1).status == 0)
        await server.stop()
    }

    @Test func `App: one's own photos are zoomed and copied with all pixels; cards load small variants`() async throws {
        let photo = try TestPicture.data("large-progressive.jpg")
        let (window, _, photos) = try await viewerOfOwnPhoto(home, photo, named: "large.jpg", height: 700)
        try await window.wait(for: "a smaller picture") { _ in try Self.cachedWidths(home).isEmpty ? nil : () }
        #expect(try Self.cachedWidths(home).values.allSatisfy { $0 < 3_000 })
        try await window.pressKey(.letterC, withControl: true)
        try await window.see("the message") { $0.label == "Copied" && $0.isShowing }
        let pasted = try await TestProgram.succeed(["xclip", "-selection", "clipboard", "-o", "-t", "image/png"])
        #expect(try ImageHeader(of: pasted.output).size == PixelSize(width: 3_000, height: 2_250))
        for (file, width) in try Self.cachedWidths(home) where width == 3_000 {
            try FileManager.default.removeItem(at: file)
        }
        for _ in 0..<12 { try await window.pressKey(.plus) }
        try await window.wait(for: "the whole picture") { _ in
            try Self.cachedWidths(home).values.contains(3_000) ? () : nil
        }
        let file = home.folder.url.appending(path: "copy.jpg")
        try await window.saveCopy(to: file)
        try await window.waitForFile(file)
        #expect(try ImageHeader(of: Data(contentsOf: file)).size == PixelSize(width: 3_000, height: 2_250))
        #expect(await window.close(fileDialogs: 1).status == 0)
        withExtendedLifetime(photos) {}
    }

    @Test func `App: a copy is suggested for the folder of pictures, named after its time and place`() async throws {
        let pictures = try Self.makePicturesFolder(in: home)
        let (server, window, feed) = try await showPhotos(1, height: 700, environment: ["TZ": "UTC"])
        try await window.press(feed.cards[0].name)
        try await window.saveCopy(inFolder: "My Pictures")
        try await window.waitForFile(pictures.appending(path: "2026-05-09 06-13-20 location 0.jpg"))
        #expect(await window.close(fileDialogs: 1).status == 0)
        await server.stop()
    }

    @Test func `App: selected photos are saved into a folder, under names that no file there has`() async throws {
        let pictures = try Self.makePicturesFolder(in: home)
        let name = "2026-05-09 06-13-20 location 0"
        try Data("mine".utf8).write(to: pictures.appending(path: "\(name).jpg"))
        let link = pictures.appending(path: "\(name) (2).jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pictures.appending(path: "unmounted"))
        let (server, window, _) = try await showPhotos(3, height: 2_000, environment: ["TZ": "UTC"])
        try await window.pressKey(.letterA, withControl: true)
        try await window.saveSelectedCopies(in: "My Pictures")
        try await window.see("the message") { $0.label == "3 photos saved" }
        let names = try FileManager.default.contentsOfDirectory(atPath: pictures.path)
        #expect(names.count == 5 && names.contains("\(name) (3).jpg"), "\(names)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("unmounted"))
        #expect(try Data(contentsOf: pictures.appending(path: "\(name).jpg")) == Data("mine".utf8))
        #expect(await window.close(fileDialogs: 1).status == 0)
        await server.stop()
    }

    private static func makePicturesFolder(in home: Home) throws -> URL {
        let pictures = home.folder.url.appending(path: "My Pictures", directoryHint: .isDirectory)
        let config = home.folder.url.appending(path: "config", directoryHint: .isDirectory)
        for folder in [pictures, config] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data(#"XDG_PICTURES_DIR="$HOME/My Pictures""#.utf8).write(to: config.appending(path: "user-dirs.dirs"))
        return pictures
    }

    /// Returns the files of the pictures cached by a running app, and their widths.
    private static func cachedWidths(_ home: Home) throws -> [URL: Int] {
        let files = FileManager.default.enumerator(at: home.cacheFolder, includingPropertiesForKeys: nil)
        let images = try #require(files).compactMap { $0 as? URL }.filter { $0.path.contains("/images/") }
        return Dictionary(
            uniqueKeysWithValues: images.compactMap { file in
                // A file may still be being written.
                (try? ImageHeader(of: Data(contentsOf: file)).size.width).map { (file, $0) }
            })
    }

    /// Makes a server offer a photo of 480 pixels and a larger variant, which isn't loaded before zooming.
    private static func serverOfTwoSizes(_ server: LyingServer) -> String {
        let variants = [480, 4_800].map {
            ImageVariant(url: server.url("/\($0)"), size: PixelSize(width: $0, height: $0 * 3 / 4))
        }
        let image = FeedImage(
            id: UUID(), location: "a place", url: variants[0].url, pixelSize: variants[0].size, variants: variants)
        server.answer("/480", with: .response(body: anyPNG(salt: 1)))
        server.answer("/4800", with: .response(body: anyPNG(salt: 2)))
        server.answer("/feed", with: .json(String(decoding: FeedPayload.encode([image]), as: UTF8.self)), end)
        return server.url().absoluteString
    }
}

extension AppWindow {
    /// Waits for the viewer and saves a copy of its photo as the dialog suggests it.
    /// - Parameter name: The name of a file in the dialog's folder.
    fileprivate func saveCopy(inFolder name: String) async throws {
        try await askForCopy()
        try await wait(forDialogIn: name)
        try await confirmCopy()
    }

    /// Saves copies of the selected photos in the folder where the dialog starts.
    fileprivate func saveSelectedCopies(in name: String) async throws {
        try await press("Save Copies…")
        try await wait(forDialogIn: name)
        try await confirmCopy("_Open Open")
    }

    private func wait(forDialogIn folder: String) async throws {
        // It is in the list of places, and in the path of the folder.
        try await wait(inAnyWindowFor: "the folder") { app in
            Self.dialog(of: app)?.all { $0.label == folder }.count == 2 ? () : nil
        }
    }

    /// Waits for the viewer and saves a copy of its photo.
    /// - Parameter closingViewer: Whether the viewer is closed before the dialog has its answer.
    fileprivate func saveCopy(to file: URL, closingViewer: Bool = false) async throws {
        try await askForCopy()
        try await wait(inAnyWindowFor: "the dialog") { app in
            Self.dialog(of: app)?.first { $0.role == .entry && $0.isShowing }?.type(file.path) == true ? () : nil
        }
        if closingViewer {
            try await wait(inAnyWindowFor: "the button 'Back'") { app in
                app.first { $0.role == .button && $0.label == "Back" && $0.isShowing }?.press() == true ? () : nil
            }
            try await see("the feed", inAnyWindow: true) { $0.role == .button && $0.label == "Refresh" && $0.isShowing }
        }
        try await confirmCopy()
    }

    private func askForCopy() async throws {
        try await wait(for: "the viewer") { $0.hasButtons(["Back", "Photo Menu"]) ? () : nil }
        try await pressKey(.letterS, withControl: true)
    }

    /// - Parameter button: The name of the button, in which GTK repeats the text with its mnemonic.
    private func confirmCopy(_ button: String = "_Save Save") async throws {
        try await wait(inAnyWindowFor: "the button '\(button)'") { app in
            Self.dialog(of: app)?.first { $0.role == .button && $0.label == button && $0.isShowing }?.press()
                == true ? () : nil
        }
        try await wait(inAnyWindowFor: "no dialog") { Self.dialog(of: $0) == nil ? () : nil }
    }

    /// Waits for a file, which is then complete. Its message disappears by itself.
    fileprivate func waitForFile(_ file: URL) async throws {
        try await wait(for: file.lastPathComponent) { _ in
            FileManager.default.fileExists(atPath: file.path) ? () : nil
        }
    }

    private static func dialog(of app: Accessible) -> Accessible? {
        app.children.first { $0.name.hasPrefix("Save a Copy") || $0.name == "Choose a Folder" }
    }
}
