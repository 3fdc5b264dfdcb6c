import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct TablesTests {
    @Test("N010 A table has no control characters but line breaks, whatever the server sent")
    func test_text_hasNoControlCharacters() {
        let evil = "\u{1B}]0;title\u{07}\u{202E}evil\r\n\u{9B}2J"
        let image = FeedImage(
            id: UUID(), description: evil, location: evil, url: URL(string: "http://host/%1B%5B31m")!)
        let comment = ImageCommentViewModel(id: UUID(), message: evil, date: "now", username: evil)
        for text in [
            FeedTable(style: plain(40), language: .english).text([image]),
            CommentsTable(style: plain(40)).text([comment]),
        ] {
            #expect(!text.unicodeScalars.contains { $0 != "\n" && PlainText.isUnsafe($0) })
        }
    }

    @Test(
        "N010 JSON escapes the characters that may not reach a terminal, and means the same",
        arguments: [
            "\u{1B}[31m", "\u{9B}31m", "\u{202E}evil", "\u{2066}", "\u{7F}", "plain \"quoted\" \\ / é 日本 👍",
        ])
    func test_json_escapesUnsafeCharacters(text: String) throws {
        let image = uniqueImage(description: text)
        let page = FeedPage(images: [image], origin: .remote, loadedAt: Date(timeIntervalSinceReferenceDate: 0))
        let json = JSONOutput.feed(page)
        #expect(
            !String(decoding: json, as: UTF8.self).unicodeScalars.contains { $0 != "\n" && PlainText.isUnsafe($0) })
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let items = try #require(object["items"] as? [[String: Any]])
        #expect(items[0]["description"] as? String == text)
        #expect(object["saved_at"] as? String == "2001-01-01T00:00:00Z")
    }

    @Test("N010 Tables fit any width", arguments: [20, 30, 40, 60, 80, 120, 200])
    func test_text_fitsWidth(columns: Int) {
        let long = String(repeating: "Ένα μεγάλο κείμενο, 日本語 👍 wide. ", count: 8)
        let images = (0..<12).map { _ in uniqueImage(description: long, location: "Nafplio,\nGreece") }
        let lines = FeedTable(style: plain(columns), language: .greek).text(images).split(separator: "\n")
        // Ids and addresses stay whole, to be copied.
        let texts = lines.filter { !$0.contains("http") && !$0.contains("-4") }
        #expect(texts.allSatisfy { TerminalText.width($0) <= columns })

        let comment = ImageCommentViewModel(id: UUID(), message: long, date: "5 minutes ago", username: long)
        let comments = CommentsTable(style: plain(columns)).text([comment]).split(separator: "\n")
        #expect(comments.allSatisfy { TerminalText.width($0) <= max(columns, 16) })
        #expect(comments[0].hasSuffix("5 minutes ago"))
    }

    @Test(
        "N010 NO_COLOR is obeyed, and only terminals are coloured",
        arguments: [
            ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
            (["TERM": "dumb"], true, false),
        ] as [([String: String], Bool, Bool)])
    func test_style_obeysNoColor(environment: [String: String], isTerminal: Bool, isColoured: Bool) {
        let style = TerminalStyle(environment: environment, windowColumns: 80, isTerminal: isTerminal)
        #expect(style.isColoured == isColoured)
        #expect(style.bold("text").contains("\u{1B}") == isColoured)
    }

    @Test("B192 Every text of the program exists in every language")
    func test_programStrings_haveEveryKeyInEveryLanguage() {
        expectEveryText(of: ProgramStrings.table)
        expectEveryText(of: ProgramStartStrings.table)
    }

    private func expectEveryText<Key>(of table: StringTable<Key>) {
        for language in Language.allCases {
            let texts = table.texts[language] ?? [:]
            #expect(Set(texts.keys) == Set(Key.allCases))
            for (key, text) in texts {
                let english = table.text(key, in: .english, ["%@", "%@", "%@", "%@"])
                #expect(text.ranges(of: "%@").count == english.ranges(of: "%@").count, "\(key) in \(language)")
            }
        }
    }

    @Test(
        "N319 Sizes are in powers of a thousand bytes, with the decimal separator of the language",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_500, "1.5 kB"), (999_500, "1 MB"), (3_140_000, "3.1 MB"),
            (500_000_000, "500 MB"), (12_345_678_901, "12 GB"),
        ])
    func test_byteCount_tellsPowersOfThousand(bytes: Int, expected: String) {
        #expect(ByteCount.text(bytes, in: .english) == expected)
        for language in [Language.greek, .brazilianPortuguese] {
            #expect(ByteCount.text(bytes, in: language) == expected.replacing(".", with: ","))
        }
    }

    private func plain(_ columns: Int) -> TerminalStyle {
        TerminalStyle(environment: ["COLUMNS": String(columns)], windowColumns: nil, isTerminal: false)
    }
}
