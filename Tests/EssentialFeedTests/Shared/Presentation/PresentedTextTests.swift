import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite(.detectsHangs) struct PresentedTextTests {
    @Test(
        arguments: [
            "", "a description\nof two lines", "Ἀθῆναι ᾧ", "Việt Nam ệ", "שְׁמַ֖ע יִשְׂרָאֵ֑ל", "ཧྐྵྨླྺྼྻྂ", "ความทรงจำ",
            "👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇬🇷 ❤️", "e\u{301}\u{323}",
        ])
    func `Texts that people write are shown unchanged`(text: String) {
        #expect(PresentedText.limited(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [("a", 1), ("ü", 1), ("語", 1), ("word ", 5), ("👍🏽", 2)])
    func `A text is cut at 10,000 characters, with an ellipsis`(part: String, scalars: Int) {
        let whole = String(repeating: part, count: PresentedText.maximumCharacters / scalars)
        #expect(withoutBreaks(PresentedText.limited(whole)) == whole)
        #expect(withoutBreaks(PresentedText.limited(whole + part)) == whole + "…")
        let long = String(repeating: part, count: 1_500_000 / scalars)
        #expect(withoutBreaks(PresentedText.limited(long)) == whole + "…")
    }

    @Test func `A tab is shown as a space, so that a row of them is no wider than the window`() {
        #expect(PresentedText.limited("a\tb") == "a b")
        #expect(PresentedText.limited(String(repeating: "\t", count: 20_000)).contains("\t") == false)
    }

    @Test func `A cut text ends with a whole character: no half of a flag or of a family is shown`() {
        let letters = String(repeating: "a", count: PresentedText.maximumCharacters - 1)
        #expect(withoutBreaks(PresentedText.limited(letters + "🇬🇷")) == letters + "…")
        #expect(withoutBreaks(PresentedText.limited(letters + "👨‍👩‍👧")) == letters + "…")
        #expect(withoutBreaks(PresentedText.limited(letters + "e\u{301}")) == letters + "…")
        #expect(withoutBreaks(PresentedText.limited(letters + "éa")) == letters + "é…")
    }

    @Test(arguments: ["\u{301}", "\u{200D}\u{301}", "\u{34F}\u{301}", "\u{20DD}", "\u{903}"])
    func `At most eight marks on one letter are shown, even with joiners between them`(mark: String) throws {
        let limited = PresentedText.limited("a" + String(repeating: mark, count: 40) + "b")
        let marks = limited.unicodeScalars.count {
            [.nonspacingMark, .enclosingMark, .spacingMark].contains($0.properties.generalCategory)
        }
        #expect(marks == PresentedText.maximumMarks)
        #expect(limited.unicodeScalars.first == "a" && limited.unicodeScalars.last == "b")
    }

    @Test func `Of 700,000 marks on a letter eight are shown, followed by an ellipsis`() {
        let limited = PresentedText.limited("a" + String(repeating: "\u{301}", count: 700_000) + "b")
        #expect(
            limited.unicodeScalars.elementsEqual(("a" + String(repeating: "\u{301}", count: 8) + "…").unicodeScalars))
    }

    @Test func `A word of more than 200 characters may break after every 200, but not inside a letter or a family`() {
        let word = String(repeating: "a", count: 200)
        #expect(PresentedText.limited(word + word + "b") == word + "\u{200B}" + word + "\u{200B}b")
        #expect(PresentedText.limited(word + " " + word) == word + " " + word)
        #expect(PresentedText.limited(word + "\u{301}b") == word + "\u{301}\u{200B}b")
        let shorter = String(word.dropLast(2))
        #expect(PresentedText.limited(shorter + "👨‍👩b") == shorter + "👨‍👩\u{200B}b")
    }

    private func withoutBreaks(_ text: String) -> String {
        text.replacing("\u{200B}", with: "").replacing("\u{2029}", with: "")
    }

    @Test func `A paragraph of more than 2,000 characters ends at the next space, and an endless word after 4,000`() {
        let words = String(repeating: "word ", count: 399)
        #expect(PresentedText.limited(words + "four five six") == words + "four \u{2029}five six")
        let lines = String(repeating: "word \n", count: 1_600)
        #expect(PresentedText.limited(lines) == lines)
        for letter in ["\u{FDFD}", "\u{FDFD}\u{200D}", "\u{FDFD}\u{301}", "👨‍👩‍👧‍👦"] {
            let endless = PresentedText.limited(String(repeating: letter, count: 20_000))
            let longest = endless.unicodeScalars.split(separator: "\u{2029}").map(\.count).max() ?? 0
            #expect((4_000...4_300).contains(longest), "\(longest)")
        }
    }

    @Test func `However long a text is, only its beginning is examined`() {
        let clock = ContinuousClock()
        func time(_ text: String) -> Duration {
            (0..<5).map { _ in clock.measure { _ = PresentedText.limited(text) } }.min() ?? .zero
        }
        let mark = "\u{301}"
        let short = time("a" + String(repeating: mark, count: 200_000))
        let long = time("a" + String(repeating: mark, count: 4_000_000))
        #expect(long < short * 5, "twenty times the text")
    }

    @Test func `B181 Description and location of an image are limited`() {
        let long = String(repeating: "word ", count: 300_000)
        let shown = FeedImagePresenter.map(uniqueImage(description: long, location: long))
        #expect(shown.description == PresentedText.limited(long))
        #expect(shown.location == PresentedText.limited(long))
        #expect(withoutBreaks(shown.location ?? "").count == PresentedText.maximumCharacters + 1)
    }

    @Test func `B189 Message and user name of a comment are limited`() {
        let long = String(repeating: "word ", count: 300_000)
        let comment = ImageComment(
            id: UUID(), message: long, createdAt: Date(), author: ImageCommentAuthor(username: long))
        let shown = ImageCommentsPresenter.map([comment], now: Date(), in: .english)
        #expect(shown.map(\.message) == [PresentedText.limited(long)])
        #expect(shown.map(\.username) == [PresentedText.limited(long)])
    }
}
