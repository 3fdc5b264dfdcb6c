import AccessibleDesktop
import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// Each screen in the pseudo-language, where a text in plain letters isn't translated.
extension AppTests {
    @Test func `App: on each screen every text is translated, and all that can be pressed has a name`() async throws {
        let asking = try await pseudoWindow(home, at: nil)
        try await asking.check("the welcome", has: "Welcome to Essential Feed")
        try await asking.press(english: "Connect")
        try await asking.check("what is wrong with the address", has: "This isn’t a server address")
        #expect(await asking.close().status == 0)

        let server = try await Self.greekPhotos(2)
        let window = try await pseudoWindow(home, at: server.url().absoluteString)
        try await window.check("the feed", has: "Refresh", "View ")
        try await checkMenuAndItsWindows(of: window)
        try await checkPreferences(of: window)
        try await window.press(english: "View ")
        try await window.check("the viewer", has: "Photo Menu", "Next Photo")
        try await window.press(english: "Comments")
        try await window.check("the comments", has: "Back", "Comments", text: "σχόλιο")
        try await window.pressKey(.escape)
        try await window.check("the viewer again", has: "Photo Menu", "Next Photo")
        try await window.pressKey(.enter, withAlt: true)
        try await window.check("the details", has: "Dimensions", "Saved on This Computer")
        try await window.escape(from: "Dimensions")
        try await window.pressKey(.menu)
        try await window.check("the photo's menu", has: "Rotate Left", "Slideshow")
        try await window.escape(from: "Rotate Left")
        try await window.pressKey(.slideshow)
        try await window.check("the slideshow", has: "Pause", "Next Photo")
        try await window.escape(from: "Pause")
        // The slideshow may have reached the last photo, which has no next one.
        try await window.check("the viewer after the slideshow", has: "Photo Menu")
        try await window.escape(from: "Photo Menu")
        try await window.check("the feed again", has: "Refresh", "View ")

        server.answer("/feed", with: .response(status: 500))
        try await window.press(english: "Refresh")
        try await window.check("the saved feed, and why", has: "The saved feed.", "The server answered with an error")
        #expect(await window.close().status == 0)
        try await server.stop()
        let offline = try await pseudoWindow(home, at: server.url().absoluteString)
        try await offline.check("the saved feed", has: "Offline.", "View ")
        try await offline.press(english: "Open the comments of ")
        try await offline.check("comments that can't be loaded", has: "Can’t Load Comments")
        #expect(await offline.close().status == 0)
    }

    private func checkMenuAndItsWindows(of window: AppWindow) async throws {
        let last = "About Essential Feed".inPseudoLanguage
        try await window.pressKey(.menu)
        try await window.check("the menu", has: "About Essential Feed", "Preferences")
        try await window.escape(from: "About Essential Feed")
        try await window.chooseFromMenu("Keyboard Shortcuts".inPseudoLanguage, last: last)
        try await window.check("the shortcuts", has: "Go to Top")
        try await window.escape(from: "Go to Top")
        try await window.chooseFromMenu(last, last: last)
        // The other texts of this window are libadwaita's.
        let about = "Photos that a friend shares with you, online and offline."
        try await window.see("the window about the program", inAnyWindow: true) { $0.label == about.inPseudoLanguage }
        try await window.see("its version", inAnyWindow: true) { $0.label == Version.current }
        try await window.see("a library", inAnyWindow: true) { $0.label.hasPrefix("hummingbird") }
        try await window.escape(from: about)
    }

    private func checkPreferences(of window: AppWindow) async throws {
        try await window.chooseFromMenu("Preferences".inPseudoLanguage, last: "About Essential Feed".inPseudoLanguage)
        try await window.check("the preferences", has: "Notifications", "Delete Offline Photos")
        try await window.pressOneOfLibadwaita("Delete Offline Photos".inPseudoLanguage)
        try await window.check("the question before clearing", has: "Delete Offline Photos?")
        try await window.pressOneOfLibadwaita(
            "Delete".inPseudoLanguage, over: "Delete Offline Photos?".inPseudoLanguage)
        try await window.check("what is cleared", has: "Undo")
        try await window.pressOneOfLibadwaita("Undo".inPseudoLanguage)
        try await window.waitUntilGone("Undo")
    }

    private func pseudoWindow(_ home: Home, at address: String?) async throws -> AppWindow {
        try await window(home, at: address, height: 2_000, environment: ["LANGUAGE": "en_XA", "LC_ALL": "C.UTF-8"])
    }

    /// Serves photos without an English letter in their texts.
    private static func greekPhotos(_ count: Int) async throws -> LyingServer {
        let server = try await LyingServer()
        let images = (0..<count).compactMap { number in
            UUID(uuidString: photoID(number)).map { id in
                FeedImage(
                    id: id, description: String(repeating: "λόγος\n", count: 9), location: "τόπος",
                    url: server.url("/image\(number)"), pixelSize: PixelSize(width: 400, height: 300),
                    createdAt: Date(timeIntervalSinceNow: -86_400), author: "Μαρία")
            }
        }
        let feed = LyingServer.Answer.json(String(decoding: FeedPayload.encode(images), as: UTF8.self))
        server.answer("/feed", with: feed, end)
        for number in 0..<count {
            server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number + 1))))
            server.answer(
                "/image/\(photoID(number))/comments",
                with: .json(
                    #"{"items":[{"id":"\#(photoID(9))","message":"σχόλιο","created_at":"2026-01-01T10:00:00Z","#
                        + #""author":{"username":"Νίκος"}}]}"#))
        }
        return server
    }
}

extension AppWindow {
    /// Waits for a screen with these English texts, and expects no other text in plain letters and no control without a
    /// name.
    fileprivate func check(_ what: String, has texts: String..., text: String? = nil) async throws {
        let wanted = texts.map { String($0.inPseudoLanguage.dropLast()) } + [text].compactMap(\.self)
        var mistakes = try await self.mistakes(on: what, with: wanted)
        // An element that leaves the screen in the meantime loses its name.
        for _ in 0..<10 where !mistakes.isEmpty {
            let before = mistakes
            mistakes = try await self.mistakes(on: what, with: wanted)
            if mistakes == before { break }
        }
        #expect(mistakes == [], "\(what)")
    }

    private func mistakes(on what: String, with wanted: [String]) async throws -> [String] {
        try await wait(inAnyWindowFor: what) { app in
            let all = app.all()
            let labels = all.map(\.label)
            guard wanted.allSatisfy({ text in labels.contains { $0.hasPrefix(text) } }) else { return nil }
            return all.filter { $0.isControl && $0.isShowing && $0.label.isEmpty }.map { $0.description() }
                + (labels + all.map(\.help)).filter(Self.isPlain)
        }
    }

    /// Presses a button whose text begins with this English text.
    fileprivate func press(english text: String) async throws {
        let wanted = String(text.inPseudoLanguage.dropLast())
        try await wait(for: "the button '\(wanted)'") { window in
            window.first { $0.role == .button && $0.label.hasPrefix(wanted) && $0.isShowing }?.press() == true
                ? () : nil
        }
    }

    /// Presses Escape and waits until nothing begins with this text of English.
    fileprivate func escape(from text: String) async throws {
        try await pressKey(.escape)
        try await waitUntilGone(text)
    }

    fileprivate func waitUntilGone(_ text: String) async throws {
        let closed = String(text.inPseudoLanguage.dropLast())
        try await wait(inAnyWindowFor: "no '\(closed)'") { app in
            app.first { $0.label.hasPrefix(closed) } == nil ? () : nil
        }
    }

    /// Whether a text has plain letters outside of an address, a unit, a date, a key, or GTK's own texts.
    private static func isPlain(_ text: String) -> Bool {
        var rest = text
        for known in [
            /https?:\/\/\S+/, /^\/\S+$/, /\d+ [kMG]?B\b/, /\d+ (?:second|minute|hour|day|week|month|year)s? ago/,
            /\bnow\b/,
            /\w+ \d+, \d{4} at [\d:]+/,
            /\b(?:Gtk|Adw)[A-Z]\w+\b/, /(?:(?:Ctrl|Alt|Shift)\+)+\S+/, /\bF\d+\b/,
        ] {
            rest = rest.replacing(known, with: "")
        }
        return rest.contains { $0.isASCII && $0.isLetter } && !wordsOfLibraries.contains(text)
    }

    /// The texts of GTK and libadwaita, from their own translations.
    private static let wordsOfLibraries: Set<String> = [
        "essential-feed-app", "Close", "Minimize", "Maximize", "Close the window", "Minimize the window",
        "Maximize the window", "Shortcuts", "Search Results", "No Results Found", "Try a different search",
        "Try a different search.", "Ctrl", "Alt", "Shift", "Menu", "Escape", "Home", "End", "Page Up", "Page Down", "A",
        "C",
        "F", "G", "O", "P", "Q", "R", "S", "T", "W",
    ]
}
