import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Captions in old encodings.
@Suite struct CaptionTests {
    private func caption(_ texts: [MetadataText], language: String? = nil) -> String? {
        var block = MetadataBlock()
        for text in texts { block.add(text, to: .description) }
        return ImageMetadata([block], encoding: language.flatMap { String.Encoding(language: $0) }).caption
    }

    private static let greek: [UInt8] = [0xCB, 0xE9, 0xEC, 0xDC, 0xED, 0xE9]
    private static let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]

    @Test func `A text of an old encoding is read in the owner's language, and otherwise left out`() {
        #expect(caption([MetadataText(Data(Self.greek))], language: "el_GR.UTF-8") == "Λιμάνι")
        #expect(caption([MetadataText(Data(Self.russian))], language: "ru") == "Привет")
        #expect(caption([MetadataText(Data(Self.greek))]) == nil)
        #expect(caption([MetadataText(Data(Self.russian))], language: "en") == nil)
        for western in ["Café", "Übergrößenträger", "été", "Señor Muñoz", "Smörgåsbord"] {
            let bytes = western.unicodeScalars.map { UInt8($0.value) }
            #expect(caption([MetadataText(Data(bytes))]) == western)
        }
        #expect(caption([MetadataText(Data([0x43, 0x61, 0x66, 0xE9]))], language: "el") == "Café")
    }

    @Test func `A text that isn't UTF-8 loses to one that is, and a text that was cut off stays`() {
        #expect(caption([MetadataText(Data([0x43, 0x61, 0x66, 0xE9])), .decoded("a port")]) == "a port")
        #expect(caption([MetadataText(Data("Λιμάνι".utf8.dropLast()))]) == "Λιμάν")
    }

    @Test func `A comment is read in each of EXIF's encodings and byte orders`() {
        let text = "Λιμάνι"
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let unicode = Array("UNICODE\0".utf8)
        let japanese: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]
        let cases: [([UInt8], String?)] = [
            (unicode + big, text), (unicode + little, text), (unicode + [0xFE, 0xFF] + big, text),
            (unicode + [0xFF, 0xFE] + little, text), (Array("ASCII\0\0\0a port".utf8), "a port"),
            (Array("\0\0\0\0\0\0\0\0a port".utf8), "a port"),
            (Array("a port, without code".utf8), "a port, without code"),
            (Array("JIS\0\0\0\0\0".utf8) + japanese, "日本"), (Array("ASCII\0\0\0".utf8), nil),
            (Array("ASCII\0\0\0\0\0\0\0".utf8), nil), ([], nil),
        ]
        for (bytes, expected) in cases {
            #expect(MetadataText(userComment: Data(bytes)).flatMap { caption([$0]) } == expected, "\(bytes)")
        }
    }
}
