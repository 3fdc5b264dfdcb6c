import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct TablesTests {
    @Test func `A table has no control characters but line breaks, whatever the server sent`() {
        let evil = "\u{1B}]0;title\u{07}\u{202E}evil\r\n\u{9B}2J"
        let image = FeedImage(id: UUID(), description: evil, location: evil, url: URL(string: "http://host/%1B%5B31m")!)
        let comment = ImageCommentViewModel(id: UUID(), message: evil, date: "now", username: evil)
        for text in [
            FeedTable(style: plain(40), language: .english, showsURLs: true).text([image]),
            CommentsTable(style: plain(40)).text([comment]),
        ] {
            #expect(!text.unicodeScalars.contains { $0 != "\n" && PlainText.isUnsafe($0) })
        }
    }

    @Test(
        arguments: [
            "\u{1B}[31m", "\u{9B}31m", "\u{202E}evil", "\u{2066}", "\u{7F}", "plain \"quoted\" \\ / é 日本 👍",
        ])
    func `JSON escapes the characters that may not reach a terminal, and means the same`(text: String) throws {
        let image = uniqueImage(description: text)
        let page = FeedPage(images: [image], origin: .remote, loadedAt: Date(timeIntervalSinceReferenceDate: 0))
        let json = JSONOutput(page).line
        #expect(!String(decoding: json, as: UTF8.self).unicodeScalars.contains { $0 != "\n" && PlainText.isUnsafe($0) })
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let items = try #require(object["items"] as? [[String: Any]])
        #expect(items[0]["description"] as? String == text)
        #expect(object["saved_at"] as? String == "2001-01-01T00:00:00Z")
    }

    @Test(arguments: [20, 30, 40, 60, 80, 120, 200])
    func `Tables fit any width`(columns: Int) {
        let long = String(repeating: "Ένα μεγάλο κείμενο, 日本語 👍 wide. ", count: 8)
        let images = (0..<12).map { _ in uniqueImage(description: long, location: "Nafplio,\nGreece") }
        let lines = FeedTable(style: plain(columns), language: .greek, showsURLs: true).text(images).split(
            separator: "\n")
        // Ids and addresses stay whole, to be copied.
        let texts = lines.filter { !$0.contains("http") && !$0.contains("-4") }
        #expect(texts.allSatisfy { TerminalText.width($0) <= columns })

        let comment = ImageCommentViewModel(id: UUID(), message: long, date: "5 minutes ago", username: long)
        let comments = CommentsTable(style: plain(columns)).text([comment]).split(separator: "\n")
        #expect(comments.allSatisfy { TerminalText.width($0) <= max(columns, 16) })
        #expect(comments[0].hasSuffix("5 minutes ago"))
    }

    @Test func `A table shows at most 10,000 characters of a text, as comments do`() {
        let long = String(repeating: "word ", count: 40_000)
        let image = FeedImage(id: UUID(), description: long, location: long, url: URL(filePath: "/image"), author: long)
        let text = FeedTable(style: plain(80), language: .english, showsURLs: false).text([image])
        #expect(text.count { $0 == "w" } < 3 * PresentedText.maximumCharacters / 5 + 10)
        #expect(text.contains("…"))
    }

    @Test func `Columns without texts aren't shown, and in a narrow terminal each text has a line of its own`() throws {
        let date = try #require(WireDate.date(from: "2026-05-20T11:24:59Z"))
        let zone = try #require(TimeZone(secondsFromGMT: 3_600))
        func table(_ columns: Int, _ images: [FeedImage]) -> String {
            FeedTable(style: plain(columns), language: .english, showsURLs: false, timeZone: zone).text(images)
        }
        let url = try #require(URL(string: "http://host/image"))
        let images = [
            FeedImage(id: UUID(), description: "A harbour", url: url, createdAt: date, author: "Anna"),
            FeedImage(id: UUID(), url: url, createdAt: date),
        ]
        #expect(
            table(60, images) == """
                #  Date              Author  Description
                1  2026-05-20 12:24  Anna    A harbour
                2  2026-05-20 12:24

                """)
        #expect(table(30, images) == "1  2026-05-20 12:24\n   Anna\n   A harbour\n\n2  2026-05-20 12:24\n")
    }

    @Test func `Below its caption, a photo's alternative text is named, and an empty line has no spaces`() throws {
        let image = FeedImage(
            id: UUID(), description: "A harbour\n\nat noon", url: try #require(URL(string: "http://host/image")),
            alternative: "Boats")
        #expect(
            FeedTable(style: plain(40), language: .english, showsURLs: false).text([image]) == """
                #  Description
                1  A harbour

                   at noon
                   Alternative text: Boats

                """)
    }

    @Test(
        "NO_COLOR is obeyed, and only terminals are coloured",
        arguments: [
            ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
            (["TERM": "dumb"], true, false),
        ] as [([String: String], Bool, Bool)])
    func styleObeysNoColor(environment: [String: String], isTerminal: Bool, isColoured: Bool) {
        let style = TerminalStyle(environment: environment, windowColumns: 80, isTerminal: isTerminal)
        #expect(style.isColoured == isColoured)
        #expect(style.bold("text").contains("\u{1B}") == isColoured)
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_500, "1.5 kB"), (999_500, "1 MB"), (3_140_000, "3.1 MB"),
            (500_000_000, "500 MB"), (12_345_678_901, "12 GB"),
        ])
    func `Sizes are in powers of a thousand bytes, with the language's separator`(bytes: Int, expected: String) {
        #expect(ByteCount.text(bytes, in: .english) == expected)
        for language in [Language.greek, .brazilianPortuguese] {
            #expect(ByteCount.text(bytes, in: language) == expected.replacing(".", with: ","))
        }
    }

    private func plain(_ columns: Int) -> TerminalStyle {
        TerminalStyle(environment: ["COLUMNS": String(columns)], windowColumns: nil, isTerminal: false)
    }
}
