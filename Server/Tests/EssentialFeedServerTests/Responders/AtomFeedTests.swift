import EssentialFeed
import Foundation
import ImageFormats
import Testing

@testable import EssentialFeedServer

@Suite struct AtomFeedTests {
    private let id = UUID(uuidString: "A1A1A1A1-0000-8000-8000-000000000001")!
    private let date = Date(timeIntervalSince1970: 1_795_000_000)

    private func photo(_ description: String? = nil, place: String? = nil, author: String? = nil) -> ListedPhoto {
        ListedPhoto(
            id: id, description: description, place: place, date: date, author: author, placeholder: nil,
            sizes: PhotoSizes(PixelSize(width: 4, height: 3), .none), added: date + 60, updated: date + 120)
    }

    private func page(_ photos: [ListedPhoto], next: String? = nil) -> AtomFeed {
        AtomFeed(
            title: "Anna & <Bo>", address: "https://example.com/feed.atom?limit=1", nextAddress: next, photos: photos,
            links: ImageLinks(below: "https://example.com/a&b"))
    }

    @Test func `Readers: the title is the description's first line, else the place, else the day`() {
        #expect(AtomFeed.title(of: photo("one\ntwo", place: "here")) == "one")
        #expect(AtomFeed.title(of: photo("\n", place: "here")) == "2026-11-18")
        #expect(AtomFeed.title(of: photo(place: "here")) == "here")
        #expect(AtomFeed.title(of: photo()) == "2026-11-18")
        let long = AtomFeed.title(of: photo(String(repeating: "x", count: 200)))
        #expect(long.count == 100)
        #expect(long.hasSuffix("…"))
    }

    @Test func `Readers: the content shows the image, and texts as text, never as markup`() {
        #expect(
            AtomFeed.content(
                of: photo("<b>\"a\" & b\nc", place: "here\u{0}"), image: "https://example.com/image/1?a=1&b=2")
                == "<p><img src=\"https://example.com/image/1?a=1&amp;b=2\" alt=\"&lt;b&gt;&quot;a&quot; &amp; b\"></p>"
                + "<p>&lt;b&gt;&quot;a&quot; &amp; b<br>c</p><p>here\u{FFFD}</p>")
    }

    @Test func `Readers: the image's alternative text is the one that was written for it, else the title`() {
        var photo = photo("one\ntwo")
        #expect(AtomFeed.content(of: photo, image: "a").contains(#"alt="one">"#))
        photo.alternative = "a \"boat\""
        #expect(AtomFeed.content(of: photo, image: "a").contains(#"alt="a &quot;boat&quot;">"#))
    }

    @Test func `Readers: a page in Atom is well-formed XML whatever the texts are, with links and dates`() throws {
        let text = String(
            decoding: page([photo("]]> <x> \u{1} \r\n &amp;", author: "B<o")], next: "https://e/?a&b").encoded(),
            as: UTF8.self)
        #expect(text.contains("<title>Anna &amp; &lt;Bo&gt;</title>"))
        #expect(text.contains("<id>https://example.com/feed.atom</id>"))
        #expect(text.contains(#"<link rel="next" type="application/atom+xml" href="https://e/?a&amp;b"/>"#))
        #expect(text.contains("<id>urn:uuid:\(id.uuidString.lowercased())</id>"))
        #expect(text.contains("<published>2026-11-18T11:07:40Z</published>"))
        #expect(text.split(separator: "<updated>2026-11-18T11:08:40Z</updated>").count == 3)
        let pageURL = "https://example.com/a&amp;b/photo/\(id.uuidString)"
        #expect(text.contains(#"<link rel="alternate" type="text/html" href="\#(pageURL)"/>"#))
        let imageURL = "https://example.com/a&amp;b/image/\(id.uuidString)"
        #expect(text.contains(#"<link rel="enclosure" type="image/jpeg" href="\#(imageURL)"/>"#))
        #expect(text.contains("<author><name>B&lt;o</name></author>"))
        #expect(text.contains("&amp;lt;x&amp;gt;"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func `Readers: an empty page in Atom still has a date`() {
        #expect(String(decoding: page([]).encoded(), as: UTF8.self).contains("<updated>1970-01-01T00:00:00Z</updated>"))
    }
}
