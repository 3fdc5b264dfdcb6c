import EssentialFeed
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

    @Test("B192 N116 Every reason for a missing picture has a text in every language")
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

    @Test("N325 In the pseudo-language each letter is another one, and placeholders are filled")
    func test_text_inPseudoLanguage() {
        let text = FeedImageStrings.table.text(.gone, in: .pseudo)
        #expect(text.hasPrefix("[") && text.hasSuffix("]") && text.contains(where: \.isLetter))
        #expect(!text.contains { $0.isASCII && $0.isLetter })
        #expect("Open %@?".inPseudoLanguage == "[Óþééñ %@?]")
    }

    private func expectComplete<Key>(_ table: StringTable<Key>, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(Set(table.texts.keys) == Set(Language.allCases), sourceLocation: sourceLocation)
        for (language, texts) in table.texts {
            #expect(Set(texts.keys) == Set(Key.allCases), "\(language)", sourceLocation: sourceLocation)
            for (key, text) in texts {
                #expect(!text.isEmpty, "\(key)", sourceLocation: sourceLocation)
                let english = table.texts[.english]?[key] ?? ""
                #expect(
                    text.ranges(of: "%@").count == english.ranges(of: "%@").count, "arguments of \(key) in \(language)",
                    sourceLocation: sourceLocation)
            }
        }
    }
}
