import Foundation
import ImageFormats
import TestSupport
import Testing

@Suite struct ImageFormatTests {
    /// The fewest bytes that identify each format, with the format's end marker.
    private static let images: [(format: ImageFormat, bytes: Data)] = [
        (.jpeg, Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9])),
        (.png, anyPNG()),
        (.webp, Data("RIFF".utf8) + Data([8, 0, 0, 0]) + Data("WEBPVP8 ".utf8)),
        (.gif, Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0, 0, 0, 0x3B])),
        (.gif, Data("GIF87a".utf8) + Data([1, 0, 1, 0, 0, 0, 0, 0x3B])),
        (.avif, box("ftyp", "avif\0\0\0\0mif1") + box("mdat", "bytes")),
        (.avif, box("ftyp", "avis\0\0\0\0") + box("mdat", "bytes")),
        (.heic, box("ftyp", "heic\0\0\0\0mif1") + box("mdat", "bytes")),
        (.heic, box("ftyp", "mif1\0\0\0\0heic") + Data([0, 0, 0, 1]) + Data("mdat\0\0\0\0\0\0\0\u{11}9".utf8)),
    ]

    @Test func `Each format is identified by the data's first bytes`() {
        for image in Self.images { #expect(ImageFormat(of: image.bytes) == image.format) }
        #expect(ImageFormat.jpeg.mediaType == "image/jpeg")
    }

    @Test func `A slice is identified by its own first bytes`() {
        for image in Self.images {
            let slice = (Data(repeating: 7, count: 100) + image.bytes).dropFirst(100)

            #expect(ImageFormat(of: slice) == image.format)
            #expect(image.format.isWhole(slice))
        }
    }

    @Test func `Data that begins like none of the formats isn't an image`() {
        let texts = [
            "", "BM", "II*\0", "<svg/>", "RIFF12WAVE", "RIFF", "GIF88a", "ftyp",
        ]
        for text in texts { #expect(ImageFormat(of: Data(text.utf8)) == nil, "\(text)") }
        #expect(ImageFormat(of: Data([0xFF, 0xD8])) == nil)
        #expect(ImageFormat(of: Self.box("ftyp", "isom\0\0\0\0mp42")) == nil)
        #expect(ImageFormat(of: Self.box("ftyp", "isom")) == nil)
        #expect(ImageFormat(of: Data([0, 0, 0, 0]) + Data("ftypheic".utf8)) == nil)
        #expect(ImageFormat(of: Data(repeating: 0, count: 64)) == nil)
    }

    @Test func `An image of a format that marks its end is whole with its last byte, not before`() {
        for image in Self.images {
            #expect(image.format.isWhole(image.bytes), "\(image.format)")
            for count in 0..<image.bytes.count {
                #expect(!image.format.isWhole(image.bytes.prefix(count)), "\(image.format) cut at \(count)")
            }
        }
    }

    @Test func `A JPEG may be padded with zeros`() {
        let jpeg = Self.images[0].bytes

        #expect(ImageFormat.jpeg.isWhole(jpeg + Data(count: 3)))
        #expect(!ImageFormat.jpeg.isWhole(jpeg + Data([1])))
    }

    @Test func `The time to check whether an image is whole grows with its size alone`() {
        let padded = growth(from: 25_000) {
            Self.images[0].bytes + Data(count: $0)
        } work: {
            #expect(ImageFormat.jpeg.isWhole($0))
        }
        let boxes = growth(from: 2_500) {
            Data((0..<$0).flatMap { _ in Array(Self.box("mdat", "")) })
        } work: {
            #expect(ImageFormat.avif.isWhole($0))
        }
        #expect(padded < linearGrowth)
        #expect(boxes < linearGrowth)
    }

    @Test func `Checking whether an image is whole takes few steps for each byte`() {
        let jpeg = Self.images[0].bytes + Data(count: 10_000)
        // Looks at each byte once.
        let ratio = costRatio(of: { _ = ImageFormat.jpeg.isWhole(jpeg) }) {
            _ = jpeg.withUnsafeBytes { $0.lastIndex { $0 != 0 } }
        }
        #expect(ratio < 4, "\(ratio)")
    }

    private static func box(_ type: String, _ content: String) -> Data {
        Data([0, 0, 0, UInt8(8 + content.utf8.count)]) + Data((type + content).utf8)
    }
}
