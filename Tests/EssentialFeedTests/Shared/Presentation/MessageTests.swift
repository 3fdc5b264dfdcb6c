import Testing

@testable import EssentialFeed

@Suite struct MessageTests {
    @Test func `B180 The titles of feed and comments are those of the language`() {
        #expect(Language.allCases.map(FeedPresenter.title) == ["Feed", "Ροή", "Feed"])
        #expect(Language.allCases.map(ImageCommentsPresenter.title) == ["Comments", "Σχόλια", "Comentários"])
    }

    @Test func `In the pseudo-language each letter is another one, and placeholders are filled`() {
        let text = FeedImageError.gone.message(in: .pseudo)
        #expect(text.hasPrefix("[") && text.hasSuffix("]") && text.contains(where: \.isLetter))
        #expect(!text.contains { $0.isASCII && $0.isLetter })
        #expect("Open %@?".inPseudoLanguage == "[Óþééñ %@?]")
    }

    @Test func `A text with a number is in the singular or the plural of that number, by the rules of the language`() {
        func texts(_ number: Int) -> [String] {
            Language.allCases.map { $0.text(FeedStrings.newImages, String(number)) }
        }
        #expect(texts(0) == ["0 New Photos", "0 νέες φωτογραφίες", "0 foto nova"])
        #expect(texts(1) == ["1 New Photo", "1 νέα φωτογραφία", "1 foto nova"])
        #expect(texts(21) == ["21 New Photos", "21 νέες φωτογραφίες", "21 fotos novas"])
        #expect(Language.pseudo.text(FeedStrings.newImages, "2") == "[2 Ñééŵ Þĥóóţóóš]")
    }

    @Test func `A translation places the values by their numbers, and a text with a context is shown without it`() {
        #expect(Language.english.text(PreferencesStrings.offlineSaving, "1", "0") == "Saving 0 of 1 photo…")
        #expect(Language.greek.text(PreferencesStrings.offlineSaving, "3", "1") == "Αποθήκευση 1 από 3 φωτογραφίες…")
        #expect(
            Language.allCases.map { $0.text(PreferencesStrings.savedOnDisk, "5 MB") }
                == ["5 MB saved", "5 MB αποθηκευμένα", "5 MB salvos"])
    }

    @Test func `A value of a message may be a message, and its percent signs and bars remain`() {
        let inner = Message("The photo is damaged.")
        #expect(Language.english.text(Message("\("50%@|")")) == "50%@|")
        #expect(Language.pseudo.text(Message("“\(inner)” 1%")) == "[“[Ţĥéé þĥóóţóó ííš ðááɱááğééð.]” 1%]")
    }
}
