import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite(.detectsHangs) struct LinkedTextTests {
    @Test(
        arguments: [
            ("see http://example.com.", ["http://example.com"]),
            ("http://a.com, https://b.com; and http://c.com!?", ["http://a.com", "https://b.com", "http://c.com"]),
            ("(http://example.com/a)", ["http://example.com/a"]),
            ("(http://example.com/a_(b))", ["http://example.com/a_(b)"]),
            ("(see http://example.com/a_(b).)", ["http://example.com/a_(b)"]),
            ("<http://example.com/?a=1&b=2>", ["http://example.com/?a=1&b=2"]),
            ("\"http://example.com/\" “https://a.com”", ["http://example.com/", "https://a.com"]),
            ("«http://b.com» ‘http://c.com’", ["http://b.com", "http://c.com"]),
            ("[text](http://example.com/a) **http://b.com**", ["http://example.com/a", "http://b.com"]),
            ("HTTPS://Example.com/A", ["HTTPS://Example.com/A"]),
            ("詳細はhttp://example.com/。次の文", ["http://example.com/"]),
            ("「http://example.com」", ["http://example.com"]),
            ("עברית http://example.com\u{200F}, עוד", ["http://example.com"]),
            ("http://example.com/it’s ‘http://a.com/it’s’", ["http://example.com/it’s", "http://a.com/it’s"]),
            ("http://example.com…", ["http://example.com"]), ("two\nhttp://a.com\nlines", ["http://a.com"]),
            ("http://a.com/http://b.com", ["http://a.com/http://b.com"]),
            ("http://example.com/\u{202E}cba", ["http://example.com/cba"]),
            ("http://localhost:8080/?u=http://other.com@x#g", ["http://localhost:8080/?u=http://other.com@x#g"]),
            ("http://127.0.0.1/~user/(x)", ["http://127.0.0.1/~user/(x)"]),
            ("http://ελλάδα.ελ/φωτό.", ["http://ελλάδα.ελ/φωτό"]),
            (
                "www.a.com, (WWW.b.co.uk/c_(d)?e) http://www.c.com",
                ["www.a.com", "WWW.b.co.uk/c_(d)?e", "http://www.c.com"]
            ),
        ])
    func `Links are found in a text without the punctuation around them`(text: String, written: [String]) {
        #expect(texts(LinkedText(text)) == written)
    }

    @Test(
        arguments: [
            "http://good.com@evil.com", "http://good.com:80@evil.com/", "http://good.com\\@evil.com",
            "xhttp://good.com", "shttps://good.com", "a.http://good.com", "javascript:alert(1)", "file:///etc/passwd",
            "//www.a.com", "ftp://www.a.com", "a@www.a.com", "awww.a.com", "www.a.com@evil.com", "www.", "www.a",
            "www..",
            "www. a.com", "www.a\u{AD}.com",
            "http://good.com/\u{200F}a", "http:// good.com", "http:/good.com", "http://.",
            "http://good.com\u{202E}@moc.live", "://", "http://", "http://)", "http:///path", "https://?q",
            "http:example.com", "//example.com", "data:text/html,x", "ftp://example.com", "mailto:a@b.com",
            "javascript://example.com/%0Aalert(1)", "http://user:pass@evil.com/", "http://@evil.com",
            "http://good.com\\.evil.com", "http://good\u{AD}.com", "http://go\u{34F}od.com", "http://go\u{3164}od.com",
        ])
    func `What could be misread has no link in it, not even to a part of it`(text: String) {
        #expect(LinkedText(text).links == [])
    }

    @Test func `An address that is written without a scheme is opened encrypted`() {
        #expect(LinkedText("see www.example.com/a.").links == ["https://www.example.com/a"])
    }

    @Test func `The parts are the text, whatever is in it, and links are in no order but the text's`() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "http://", "https://", "a.com", "@", ":", "/", "(", ")", ".", " ", "\n", "<", "&amp;", "é", "\u{301}",
            "\u{200B}", "\u{202E}", "👍🏽", "\\", "…", "xn--", "www.", ":80", "?", "#", "ß", "。", "\u{0}", "\u{FFFE}", "'",
            "\"",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<14, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let linked = LinkedText(text)
            let whole = linked.parts.map { part in
                switch part {
                case .plain(let text), .link(let text, _): text
                }
            }
            #expect(whole.joined().unicodeScalars.elementsEqual(PlainText.clean(text).unicodeScalars), "\(text)")
            #expect(whole.allSatisfy { !$0.isEmpty })
            for link in linked.links {
                #expect(["http", "https"].contains(URL(string: link)?.scheme?.lowercased()), "\(text)")
                #expect(URL(string: link)?.user() == nil, "\(text)")
            }
        }
    }

    @Test func `An address into which a place to break was inserted is still the whole address`() {
        let address = "http://example.com/" + String(repeating: "a", count: 500)
        let limited = PresentedText.limited("see \(address) there")
        #expect(limited.contains("\u{200B}"))
        #expect(LinkedText(limited).links == [address])
    }

    @Test func `An address of which a cut text shows only the beginning is no link`() {
        let filler = String(repeating: "a ", count: 4_990)
        let cut = PresentedText.limited(filler + "http://example.com/a-long-path")
        #expect(cut.hasSuffix("…"))
        #expect(cut.contains("http://example"))
        #expect(LinkedText(cut).links == [])
    }

    @Test func `A text has at most 50 links, and the time to find them grows with its length only`() {
        let many = LinkedText(String(repeating: "http://a.com ", count: 500))
        #expect(many.links.count == 50)
        for part in [
            "http://", "http://a@", "www.", "www.a(", "://", "http://a.com)", "http://a.com\\",
            "http://a.com/\u{200F}(",
        ] {
            let factor = growth(from: 250) {
                String(repeating: part, count: $0)
            } work: {
                _ = LinkedText($0)
            }
            #expect(factor < linearGrowth, "\(part)")
        }
    }

    private func texts(_ text: LinkedText) -> [String] {
        text.parts.compactMap { if case .link(let text, _) = $0 { text } else { nil } }
    }
}
