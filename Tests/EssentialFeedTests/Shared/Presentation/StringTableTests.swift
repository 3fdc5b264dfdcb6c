import EssentialFeed
import TestSupport
import Testing

@testable import EssentialFeed

@Suite struct StringTableTests {
    @Test("B192 Every key of the feed's texts exists in every language, and no other does")
    func test_feedStrings_haveEveryKeyInEveryLanguage() {
        expectComplete(FeedStrings.table)
    }

    @Test("B192 Every key of the comments' texts exists in every language, and no other does")
    func test_imageCommentsStrings_haveEveryKeyInEveryLanguage() {
        expectComplete(ImageCommentsStrings.table)
    }

    @Test("B192 Every reason for a missing picture has a text in every language")
    func test_feedImageStrings_haveEveryKeyInEveryLanguage() {
        expectComplete(FeedImageStrings.table)
    }

    @Test("B192 Every key of the shared texts exists in every language, and no other does")
    func test_sharedStrings_haveEveryKeyInEveryLanguage() {
        expectComplete(SharedStrings.table)
    }

    @Test("B180 The titles of feed and comments are those of the language")
    func test_title_isLocalised() {
        #expect(Language.allCases.map(FeedPresenter.title) == ["Feed", "Ροή", "Feed"])
        #expect(Language.allCases.map(ImageCommentsPresenter.title) == ["Comments", "Σχόλια", "Comentários"])
    }

    @Test("In the pseudo-language each letter is another one, and placeholders are filled")
    func test_text_inPseudoLanguage() {
        let text = FeedImageStrings.table.text(.gone, in: .pseudo)
        #expect(text.hasPrefix("[") && text.hasSuffix("]") && text.contains(where: \.isLetter))
        #expect(!text.contains { $0.isASCII && $0.isLetter })
        #expect("Open %@?".inPseudoLanguage == "[Óþééñ %@?]")
    }

    @Test("A text with a number is in the singular or the plural of that number, by the rules of the language")
    func test_text_isSingularOrPluralByNumber() {
        let table = StringTable<Counted>([
            .english: [.saved: "{%@ photo|%@ photos}, {%@ is|%@ are} saved at %@"],
            .greek: [.saved: "{%@ φωτογραφία|%@ φωτογραφίες}, {%@ αποθηκευμένη|%@ αποθηκευμένες} στις %@"],
            .brazilianPortuguese: [.saved: "{%@ foto|%@ fotos}, {%@ salva|%@ salvas} às %@"],
        ])
        func texts(_ number: Int, _ saved: Int) -> [String] {
            Language.allCases.map { table.text(.saved, in: $0, String(number), String(saved), "5") }
        }
        #expect(
            texts(1, 0) == [
                "1 photo, 0 are saved at 5", "1 φωτογραφία, 0 αποθηκευμένες στις 5", "1 foto, 0 salva às 5",
            ])
        #expect(
            texts(21, 1) == [
                "21 photos, 1 is saved at 5", "21 φωτογραφίες, 1 αποθηκευμένη στις 5", "21 fotos, 1 salva às 5",
            ])
        #expect(table.text(.saved, in: .pseudo, "1", "2", "5").contains("1 þĥóóţóó, 2 ááŕéé"))
        #expect(FeedStrings.table.text(.newImages, in: .english, "1") == "1 New Photo")
        #expect(FeedStrings.table.text(.newImages, in: .brazilianPortuguese, "2") == "2 fotos novas")
    }

    private enum Counted: CaseIterable {
        case saved
    }
}
