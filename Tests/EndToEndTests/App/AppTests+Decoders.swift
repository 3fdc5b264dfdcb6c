import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// Decoders that end, hang and lie while a user scrolls through the feed.
extension AppTests {
    @Test func `App: while decoders end, lie and are killed, the feed scrolls without their pictures`() async throws {
        let server = try await LyingServer()
        let lies = [1: "waits", 4: "crashes", 9: "huge-size", 15: "ends", 18: "garbage"]
        let photos = (0..<20).map { (Self.photoID($0), "place \($0)", server.url("/image\($0)")) }
        for number in photos.indices {
            let lie = lies[number].map { Data(" \($0)".utf8) } ?? Data()
            server.answer("/image\(number)", with: .response(body: anyPNG(salt: UInt8(number + 1)) + lie))
        }
        let pages = stride(from: 0, to: 20, by: 5).map { Self.feed(Array(photos[$0..<$0 + 5])) }
        server.answer("/feed", with: pages[0], pages[1], pages[2], pages[3], Self.end)
        let decoder = try Self.liar("each.pictures", in: home)
        let window = try await window(
            home, at: server.url().absoluteString, height: 900,
            environment: ["ESSENTIAL_FEED_DECODER": decoder.path])

        // One decoder waits with a picture that has been scrolled to, and is killed while the others go by.
        let waiting = URL(filePath: decoder.path + ".waits")
        let process = try await window.wait(for: "a decoder that waits") { _ in
            FileManager.default.fileExists(atPath: waiting.path)
                ? Int32(String(decoding: try Data(contentsOf: waiting), as: UTF8.self)) : nil
        }
        for _ in 0..<3 { try await window.pressKey(.pageDown) }
        #expect(kill(process, SIGKILL) == 0)
        for page in 1...3 {
            try await window.pressKey(.end)
            try await window.see("page \(page)") { $0.label == "View place \(page * 5)" }
            try await window.pressKey(.pageUp)
        }
        try await window.pressKey(.home)
        try await window.see("the top") { $0.label == "View place 0" && $0.isShowing }

        // Each focused card, which is on the screen, shows its picture or an error.
        try await window.focusFirstCard()
        for number in photos.indices {
            if number > 0 { try await window.pressKey(.down) }
            let wanted = lies[number].map { _ in "The photo is damaged." }
            try await window.wait(for: "place \(number), \(wanted ?? "with its picture")") { window in
                let name = "View place \(number)"
                let names = [name, "Try Again: place \(number)"]
                let isFocused = window.first { $0.isFocused && names.contains($0.label) } != nil
                guard isFocused else { return Void?.none }
                let cards = window.all { $0.role == .listItem }.compactMap { AppWindow.FeedPage.Card($0, on: nil) }
                return cards.contains { $0.name == name && !$0.isLoading && $0.reason == wanted } ? () : nil
            }
        }
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    /// Returns a decoder that tells the lie in its name.
    private static func liar(_ name: String, in home: Home) throws -> URL {
        let decoder = home.folder.url.appending(path: name)
        try FileManager.default.createSymbolicLink(at: decoder, withDestinationURL: Program.url(of: "lying-decoder"))
        return decoder
    }
}

extension AppWindow {
    /// Moves the focus to the card of "place 0", from the top of the feed.
    fileprivate func focusFirstCard() async throws {
        var number = Int.max
        while number > 0 {
            try await pressKey(.up)
            let last = number
            number = try await wait(for: "the focus on a card above place \(last)") { window in
                window.all { $0.isFocused }.compactMap { $0.label.firstMatch(of: /place (\d+)$/).flatMap { Int($0.1) } }
                    .first { $0 < last }
            }
        }
    }
}
