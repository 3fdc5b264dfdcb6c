import EssentialFeed
import Testing

@Suite struct PlainTextTests {
    @Test(
        arguments: [
            ("plain", "plain"), ("two\nlines\tand a tab", "two\nlines\tand a tab"), ("a\u{1B}[31mb", "a[31mb"),
            ("a\u{202E}b\u{2066}c\u{2069}", "abc"), ("a\u{0}\u{7F}\u{9F}b", "ab"), ("a\r\nb", "a\nb"),
        ])
    func `Control and bidirectional characters are removed; line feeds and tabs stay`(text: String, clean: String) {
        #expect(PlainText.clean(text).unicodeScalars.elementsEqual(clean.unicodeScalars))
    }

    @Test(
        arguments: [
            ("plain", "plain"), ("a\nb", "a\u{FFFD}b"), ("a\tb", "a\u{FFFD}b"),
            ("a\u{2028}b\u{2029}", "a\u{FFFD}b\u{FFFD}"),
            ("a\u{202A}b", "a\u{FFFD}b"),
        ])
    func `In a line, control, separating and bidirectional characters are replaced`(text: String, line: String) {
        #expect(PlainText.line(text) == line)
    }

    @Test func `A long line is cut, with an ellipsis`() {
        let whole = String(repeating: "a", count: PlainText.maximumLineLength)
        #expect(PlainText.line(whole) == whole)
        #expect(PlainText.line(whole + "b") == whole + "…")
    }
}
