import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// The name that is suggested for a copy of an image.
@Suite struct ImageFileNameTests {
    private func name(_ description: String?, _ location: String? = nil, _ format: ImageFormat? = .jpeg) -> String {
        ImageFileName.suggested(
            for: FeedImage(id: UUID(), description: description, location: location, url: anyURL()),
            fallback: "Photo", format: format)
    }

    @Test("N041 A copy is named after the image's description, or else its location, with the extension of its bytes")
    func test_suggested_takesTheImagesTexts() {
        #expect(name("Garth Pier", "Bangor") == "Garth Pier.jpg")
        #expect(name(nil, "Bangor", .heic) == "Bangor.heic")
        #expect(name(nil, nil, .webp) == "Photo.webp")
        #expect(name("Garth Pier", nil, nil) == "Garth Pier")
    }

    @Test(
        "N041 A copy's name has no character that a file system refuses, and isn't longer than people read",
        arguments: [
            ("../../etc/passwd", "etc passwd.jpg"), (".hidden", "hidden.jpg"), ("a\u{0}b\nc", "a b c.jpg"),
            ("///", "Photo.jpg"), ("  ", "Photo.jpg"), ("\u{202E}gpj.exe", "gpj.exe.jpg"),
            (String(repeating: "word ", count: 40), String(repeating: "word ", count: 11) + "word.jpg"),
            (String(repeating: "w", count: 400), "Photo.jpg"),
        ])
    func test_suggested_isAFileName(description: String, expected: String) {
        #expect(name(description) == expected)
    }
}
