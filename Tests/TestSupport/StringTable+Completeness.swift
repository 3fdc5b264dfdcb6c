package import EssentialFeed
public import Testing

/// Expects that every text exists in every language, takes the same arguments there, and has singular and plural.
package func expectComplete<Key>(_ table: StringTable<Key>, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Set(table.texts.keys) == Set(Language.allCases), sourceLocation: sourceLocation)
    for (language, texts) in table.texts {
        #expect(Set(texts.keys) == Set(Key.allCases), "\(language)", sourceLocation: sourceLocation)
        for (key, text) in texts {
            #expect(!text.isEmpty, "\(key) in \(language)", sourceLocation: sourceLocation)
            let counts = [language, .english].map {
                table.text(key, in: $0, [String](repeating: "%@", count: 9)).ranges(of: "%@").count
            }
            #expect(counts[0] == counts[1], "arguments of \(key) in \(language)", sourceLocation: sourceLocation)
            for group in text.matches(of: /\{(.*?)\}/) {
                let forms = group.1.split(separator: "|", omittingEmptySubsequences: false)
                #expect(forms.count == 2, "\(text)", sourceLocation: sourceLocation)
                #expect(
                    Set(forms.map { $0.ranges(of: "%@").count }).count == 1, "\(text)", sourceLocation: sourceLocation)
            }
        }
    }
}
