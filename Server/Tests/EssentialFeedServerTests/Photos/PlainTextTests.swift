import EssentialFeed
import Foundation
import Logging
import Testing

@testable import EssentialFeedServer

@Suite struct PlainTextTests {
    @Test(
        "Server: a text from elsewhere becomes one line without characters that move the cursor or reorder text",
        arguments: [
            ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"),
            ("a\nb\r\nc\u{2028}d\u{85}e", "a\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}d\u{FFFD}e"),
            ("\u{202E}gpj.exe\u{2069}", "\u{FFFD}gpj.exe\u{FFFD}"), ("Ναύπλιο 🇬🇷", "Ναύπλιο 🇬🇷"),
            (String(repeating: "x", count: 2_000), String(repeating: "x", count: 1_024) + "…"),
        ])
    func lineIsPlain(text: String, line: String) {
        #expect(PlainText.line(text) == line)
    }

    @Test func `Server: names of files and texts from feed.yaml are plain in every line of the log`() {
        let evil = "a\u{1B}[2J\n2026-01-01T00:00:00Z forged\u{202E}"
        let path = FolderPath(evil)
        let lines = FolderNotice.lines([
            .leftOut(path, .notAnImage), .leftOut(path, .incomplete), .leftOut(path, .empty),
            .leftOut(path, .unreadable, detail: evil),
            .duplicate(path, of: path),
            .missing(file: evil, document: "feed.yaml", line: 1),
            .sameContent(file: evil, document: "feed.yaml", line: 1, other: evil), .indexNotSaved(reason: evil),
            .coverMissing(file: evil, document: "feed.yaml", line: 1),
            .coverHidden(file: evil, document: "feed.yaml", line: 1),
            .noPhotos(isExcluding: true),
        ])
        #expect(lines.count == 11)
        for line in lines {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }, "\(line)")
        }
    }

    @Test func `Server: the lines that a start logs about its folder are plain`() async throws {
        let folder = PhotoFolder()
        try folder.write(#"{"photos": [{"file": "gone\u001b[2J\nforged.jpg"}]}"#, to: "feed.yaml")
        try await RunningServer.with(try folder.configuration()) { server in
            let line = try await server.log.next(.notice)
            #expect(line.contains("gone\u{FFFD}[2J\u{FFFD}forged.jpg"))
        }
    }
}
