import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// The suggested name for a copy of an image.
@Suite struct ImageFileNameTests {
    private func name(
        _ description: String?, _ location: String? = nil, at date: Date? = nil, _ format: ImageFormat? = .jpeg
    ) -> String {
        ImageFileName.suggested(
            for: FeedImage(id: UUID(), description: description, location: location, url: anyURL(), createdAt: date),
            fallback: "Photo", format: format, timeZone: TimeZone(secondsFromGMT: 3_600) ?? .gmt)
    }

    @Test func `A copy is named after its time and place, or else description, with the extension of its bytes`() {
        // 20 November 2026, 23:30:05 in Greenwich, where the next day hasn't begun.
        let date = Date(timeIntervalSince1970: 1_795_217_405)
        #expect(name("the harbour", "Nafplio, Greece", at: date) == "2026-11-21 00-30-05 Nafplio, Greece.jpg")
        #expect(name("the harbour", at: date) == "2026-11-21 00-30-05 the harbour.jpg")
        #expect(name("the harbour", "Nafplio") == "Nafplio.jpg")
        #expect(name("the harbour", " ") == "the harbour.jpg")
        #expect(name(nil, "Bangor", .heic) == "Bangor.heic")
        #expect(name("the harbour", nil, nil) == "the harbour")
    }

    @Test func `A name with the extension of another format is corrected, and any other name isn't`() {
        for name in ["photo.jpg", "photo.JPEG", "photo.gif"] {
            #expect(ImageFileName.corrected(name, for: anyPNG()) == "photo.png")
        }
        for name in ["photo.png", "photo.PNG", "photo", "photo.txt", "a.jpg/photo", "/dev/null"] {
            #expect(ImageFileName.corrected(name, for: anyPNG()) == nil)
        }
        #expect(ImageFileName.corrected("photo.jpg", for: Data("no image".utf8)) == nil)
    }

    @Test func `Copies of two photos of one day and place have different names, so that none replaces the other`() {
        let date = Date(timeIntervalSince1970: 1_795_217_405)
        let names = [date, date + 1].map { name("the harbour", "Nafplio, Greece", at: $0) }
        #expect(names[0] != names[1])
    }

    @Test func `A number tells copies apart that would have the same name`() {
        let image = FeedImage(id: UUID(), location: "St. Ives", url: anyURL())
        let names = [1, 2].map { ImageFileName.suggested(for: image, number: $0, fallback: "Photo", format: .jpeg) }
        #expect(names == ["St. Ives.jpg", "St. Ives (2).jpg"])
    }

    @Test func `A copy of a photo without texts is named after its time, so that each has another name`() {
        let date = Date(timeIntervalSince1970: 1_795_217_405)
        #expect(name(nil, at: date) == "2026-11-21 00-30-05.jpg")
        #expect(name("///", at: date) == "2026-11-21 00-30-05.jpg")
        #expect(name(nil, nil, .webp) == "Photo.webp")
    }

    @Test(
        arguments: [
            ("../../etc/passwd", "etc passwd.jpg"), (".hidden", "hidden.jpg"), ("a\u{0}b\nc", "a b c.jpg"),
            ("///", "Photo.jpg"), ("  ", "Photo.jpg"), ("\u{202E}gpj.exe", "gpj.exe.jpg"),
            ("a\u{200F}b", "a b.jpg"), ("a/\u{301}b", "a \u{301}b.jpg"),
            (String(repeating: "word ", count: 40), String(repeating: "word ", count: 11) + "word.jpg"),
            (String(repeating: "w", count: 400), String(repeating: "w", count: 60) + ".jpg"),
            (String(repeating: "山", count: 400), String(repeating: "山", count: 60) + ".jpg"),
            (String(repeating: "👨‍👩‍👧", count: 40), String(repeating: "👨‍👩‍👧", count: 11) + ".jpg"),
        ])
    func `A copy's name has no character that a file system refuses, and isn't long`(text: String, expected: String) {
        #expect(name(text) == expected)
        #expect(name(nil, text) == expected)
    }
}
