import EssentialFeed
import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct ReaderPageTests {
    private let id = UUID(uuidString: "A1A1A1A1-0000-8000-8000-000000000001")!
    private let date = Date(timeIntervalSince1970: 1_795_000_000)

    private func entry(_ description: String? = nil, place: String? = nil, author: String? = nil) -> ReaderEntry {
        ReaderEntry(
            id: id, date: date, published: date + 60, updated: date + 120, description: description, place: place,
            author: author, page: "https://example.com/photo/1?a&b", image: "https://example.com/image/1?a=1&b=2",
            mediaType: "image/jpeg")
    }

    private func page(_ entries: [ReaderEntry], next: String? = nil) -> ReaderPage {
        ReaderPage(
            title: "Anna & <Bo>", address: "https://example.com/feed.atom?limit=1", nextAddress: next, entries: entries)
    }

    @Test func `Readers: the title is the description's first line, else the place, else the day`() {
        #expect(entry("one\ntwo", place: "here").title == "one")
        #expect(entry("\n", place: "here").title == "2026-11-18")
        #expect(entry(place: "here").title == "here")
        #expect(entry().title == "2026-11-18")
        let long = entry(String(repeating: "x", count: 200)).title
        #expect(long.count == 100)
        #expect(long.hasSuffix("…"))
    }

    @Test func `Readers: the content shows the image, and texts as text, never as markup`() {
        #expect(
            entry("<b>\"a\" & b\nc", place: "here\u{0}").content
                == "<p><img src=\"https://example.com/image/1?a=1&amp;b=2\" alt=\"&lt;b&gt;&quot;a&quot; &amp; b\"></p>"
                + "<p>&lt;b&gt;&quot;a&quot; &amp; b<br>c</p><p>here\u{FFFD}</p>")
    }

    @Test
    func `Readers: a page in Atom is well-formed XML whatever the texts are, with its links and its dates`() throws {
        let text = String(
            decoding: AtomFeed.encode(page([entry("]]> <x> \u{1} \r\n &amp;", author: "B<o")], next: "https://e/?a&b")),
            as: UTF8.self)
        #expect(text.contains("<title>Anna &amp; &lt;Bo&gt;</title>"))
        #expect(text.contains("<id>https://example.com/feed.atom</id>"))
        #expect(text.contains(#"<link rel="next" type="application/atom+xml" href="https://e/?a&amp;b"/>"#))
        #expect(text.contains("<id>urn:uuid:\(id.uuidString.lowercased())</id>"))
        #expect(text.contains("<published>2026-11-18T11:07:40Z</published>"))
        #expect(text.split(separator: "<updated>2026-11-18T11:08:40Z</updated>").count == 3)
        #expect(text.contains(#"<link rel="alternate" type="text/html" href="https://example.com/photo/1?a&amp;b"/>"#))
        #expect(
            text.contains(
                #"<link rel="enclosure" type="image/jpeg" href="https://example.com/image/1?a=1&amp;b=2"/>"#)
        )
        #expect(text.contains("<author><name>B&lt;o</name></author>"))
        #expect(text.contains("&amp;lt;x&amp;gt;"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func `Readers: an empty page in Atom still has a date`() {
        #expect(
            String(decoding: AtomFeed.encode(page([])), as: UTF8.self).contains(
                "<updated>1970-01-01T00:00:00Z</updated>"))
    }
}
