import EssentialFeed
import Testing

@testable import essential_feed

@Suite struct TerminalTextTests {
    @Test(
        "Text from a server reaches a terminal without control and bidirectional-override characters",
        arguments: [
            ("plain", "plain"),
            ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
            ("bell\u{07} back\u{08} null\u{00} delete\u{7F}", "bell back null delete"),
            ("C1 \u{9B}31m\u{85}line", "C1 31m\nline"),
            ("\u{202E}right\u{202C} to \u{2066}left\u{2069}", "right to left"),
            ("a\r\nb\rc\u{2028}d\u{0C}e\u{0B}f", "a\nb\nc\nd\ne\nf"),
            ("a\tb", "a b"),
            ("Ελληνικά, العربية, 👩‍👩‍👧, é", "Ελληνικά, العربية, 👩‍👩‍👧, é"),
        ])
    func sanitizedDropsWhatMovesOrReorders(text: String, expected: String) {
        #expect(TerminalText.sanitized(text) == expected)
    }

    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("Ροή", 3), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("👩‍👩‍👧", 2), ("🇬🇷", 2), ("❤️", 2),
            ("…", 1),
            ("العربية", 7), ("ｆｕｌｌ", 8), ("한국", 4),
            // Vowel signs after their letter have a column, as the C library counts; those above it and jamo have none.
            ("ก\u{E33}", 2), ("हिन्दी", 5), ("\u{1100}\u{1161}\u{11A8}", 2),
        ])
    func `A width counts visible columns`(text: String, expected: Int) {
        #expect(TerminalText.width(text) == expected)
    }

    @Test func `Wrapped lines fit the columns and lose nothing but spaces`() {
        let text = "The quick brown fox 日本語日本語日本語 jumps👍👍👍👍 over averyveryverylongwordindeed.\n\nEnd"
        for columns in 2...40 {
            let lines = TerminalText.wrapped(text, columns: columns)
            #expect(lines.allSatisfy { TerminalText.width($0) <= columns }, "\(columns)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { !$0.isWhitespace })
        }
        #expect(TerminalText.wrapped(text, columns: 20).first == "The quick brown fox")
        #expect(TerminalText.wrapped("a\n\nb", columns: 20) == ["a", "", "b"])
    }
}
