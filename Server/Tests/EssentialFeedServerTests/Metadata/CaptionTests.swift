import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Captions by people, and machine texts that look like captions.
@Suite struct CaptionTests {
    @Test(
        arguments: [
            "SAMSUNG CAMERA PICTURES", "oplus_1048608", "oplus_0", "_cuva", "My beautiful picture",
            "oznor", "fbthdr", "(null)", "binary comment", "Created by Imlib", "DCF 1.0", "EPSON DSC Picture",
            "DVC 10.1 HDMI",
            "Intel(R) JPEG Library, version [1.51.12.44]", "HELLOMOTO", "FaceApp", "Scanner",
            "OLYMPUS DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "KODAK Digital Still Camera", "Samsung Digital Camera",
            "DIGITAL CAMERA", "Digital StillCamera", "HUAWEI", "samsung", "DCIM\\100MEDIA\\DJI_0001.JPG",
            "DCIM/100GOPRO/GOPR0001.JPG", "IMG_1234.JPG", "DSC01234", "P1010001", "20200520_112459",
            "IMG-20200520-WA0001",
            "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90", "Lavc58.54.100", "Created with GIMP",
            "Created with The GIMP", "Processed By eBay with ImageMagick, z1.1.0. ||B2", "LEAD Technologies Inc. V1.01",
            "Processed with VSCO with f2 preset", "Optimized by JPEGmini 3.9.20.0L",
            "Intel(R) JPEG Library, version 1,5,4,36",
            "File written by Adobe Photoshop\u{A8} 4.0", "PENTAX Corporation", "LMC8.4", "default", "<Unknown>",
            "Untitled-1",
            "Photo 001", "Screenshot", "Screenshot 2020-05-20 at 11.24.59", "WhatsApp Image 2020-05-20 at 11.24.59",
            "550e8400-e29b-41d4-a716-446655440000", "d41d8cd98f00b204e9800998ecf8427e", "ASCII   ", "charset=Ascii",
            "C:\\Documents and Settings\\photo", "Exif_JPEG_PICTURE", "EXIF_JPEG_T422", "{\"mirror\":false}", "*",
            "---", "edf_nor", " SONY DSC ", "DCIM", "x-default", "Default", "default\n", "", "  ", "\u{1}\u{0}",
            "filter: 0; jpegRotation: 0; fileterIntensity: 0.0; module:1facing:0; hw-remosaic: 0",
            "????????????? ??? ??????", "Ath\u{FFFD}ns",
        ])
    func `What cameras and programs write for everybody isn't a caption`(text: String) {
        #expect(Caption.written(text) == nil)
    }

    @Test(
        arguments: [
            "Lena", "mum", "IMG of dad", "My beautiful daughter", "Created by my daughter", "Made with love",
            "Photo by Lena",
            "Screenshot of the game", "My first digital camera", "Rome 2020", "ROME2020", "2020", "25.12.2020",
            "Version 2.0 of my cake", "Default value of life", "Ποιος;", "日本", "❤️", "PARIS", "HDR of the sea",
            "Samsung store", "Canon in D", "Mount Olympus", "Olympus", "Route 66", "A380", "Ada; Bob; Eve",
            "Dad: asleep; Mum: reading; Dog: gone", "https://example.org/a", "Really???", ":-)", "Polaroid picture",
            "AC\\DC", "¯\\_(ツ)_/¯", "Monsters Inc", "Converted church", "None of us", "747",
        ])
    func `A person's caption stays, even a short one`(text: String) {
        #expect(Caption.written(text) == text)
    }

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
