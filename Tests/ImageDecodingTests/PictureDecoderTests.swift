import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Decoding of good and damaged images. Needs neither a display nor the main thread.
@Suite struct PictureDecoderTests {
    private let decoder = PictureDecoder(timeLimit: .patient)
    private let box = PixelSize(width: 40, height: 30)

    @Test func `A picture is decoded at the size of the box it is shown in, cut to the box's aspect`() throws {
        for (width, height) in [(400, 300), (1_000, 100), (100, 1_000), (4_000, 3_000)] {
            let picture = try decoder.decode(Samples.jpeg(width: width, height: height), filling: box)
            #expect(picture.size.width == 40)
            #expect(picture.size.height == 30)
            #expect(picture.pixels.count == 3_600)
        }
    }

    @Test func `A picture smaller than its box is not enlarged, and has the box's aspect`() throws {
        let picture = try decoder.decode(Samples.jpeg(width: 20, height: 20), filling: box)
        #expect(picture.size.width == 20)
        #expect(picture.size.height == 15)
    }

    /// The images are red at the top left and blue elsewhere; grey ones are white and black.
    @Test(
        arguments: try TestPicture.names().filter {
            !["huge.png", "linear-grey.jpg"].contains($0) && !$0.hasPrefix("orientation")
        })
    func `Every form that cameras and programs write is decoded, with its colours`(name: String) throws {
        let picture = try decoder.decode(TestPicture.data(name), filling: box)
        #expect(picture.size.width == 40 && picture.size.height == 30)
        let pixels = Samples.pixels(of: picture)
        let isGrey = name.hasPrefix("grey") || name.hasPrefix("one-bit")
        let (inside, outside) = (pixels.pixel(6, 6), pixels.pixel(30, 24))
        let alpha = name.hasPrefix("transparent") ? 128 : 255
        let expected =
            isGrey ? ([255, 255, 255, 255], [0, 0, 0, 255]) : ([0, 0, alpha, alpha], [alpha, 0, 0, alpha])
        #expect(zip(inside, expected.0).allSatisfy { abs($0 - $1) <= 12 }, "\(inside)")
        #expect(zip(outside, expected.1).allSatisfy { abs($0 - $1) <= 12 }, "\(outside)")
    }

    @Test func `A transparent picture keeps its alpha, with which its colours are multiplied`() throws {
        let picture = try decoder.decode(Samples.png(width: 40, height: 30, alpha: 128), filling: box)
        let pixels = Samples.pixels(of: picture)
        #expect(pixels.bytes[3] == 128)
        #expect(abs(Int(pixels.bytes[2]) - 128) <= 1)
    }

    @Test(arguments: try TestPicture.names().filter { $0.hasPrefix("orientation") })
    func `The orientation is applied in every format that has one`(name: String) throws {
        let digit = try #require(name.first(where: \.isNumber)?.wholeNumberValue)
        let picture = try decoder.decode(
            TestPicture.data(name), filling: digit > 4 ? PixelSize(width: 30, height: 40) : box)
        #expect(picture.size.width == (digit > 4 ? 30 : 40) && picture.size.height == (digit > 4 ? 40 : 30))
        let pixels = Samples.pixels(of: picture)
        let red = [(false, false), (true, false), (true, true), (false, true)][(digit - 1) % 4]
        for (isRight, isLow) in [(false, false), (true, false), (true, true), (false, true)] {
            let isRed = pixels.isRed(isRight ? picture.size.width - 5 : 4, isLow ? picture.size.height - 5 : 4)
            #expect(isRed == ((isRight, isLow) == red), "right: \(isRight), low: \(isLow)")
        }
    }

    @Test(arguments: [("png", 5, 102), ("jpeg", 2, 127)])
    func `Every pixel counts when a picture is scaled down`(type: String, period: Int, mean: Int) throws {
        for isUpright in [true, false] {
            let stripes = Samples.encoded(400, 304, as: type) { x, y in
                (isUpright ? x : y) % period < period / 2 ? (255, 255, 255, 255) : (0, 0, 0, 255)
            }
            let pixels = Samples.pixels(of: try decoder.decode(stripes, filling: box))
            #expect(pixels.bytes.indices.allSatisfy { $0 % 4 == 3 || abs(Int(pixels.bytes[$0]) - mean) <= 10 })
        }
    }

    @Test func `A picture that is not scaled keeps its pixels`() throws {
        let data = Samples.encoded(30, 30, as: "png") { x, y in (UInt8(x * 8), UInt8(y * 8), UInt8(x ^ y), 255) }
        let pixels = Samples.pixels(of: try decoder.decode(data, filling: PixelSize(width: 30, height: 20)))
        for (x, y) in [(0, 0), (29, 0), (7, 11), (29, 19)] {
            #expect(pixels.pixel(x, y) == [x ^ (y + 5), (y + 5) * 8, x * 8, 255])
        }
    }

    @Test func `Decoding in parallel, off the main thread, gives the same pictures as one by one`() async throws {
        let names = try TestPicture.names().filter { $0 != "huge.png" && !$0.hasPrefix("large") }
        let (decoder, box) = (decoder, box)
        let decode: @Sendable (String) throws -> [UInt8] = { name in
            Samples.pixels(of: try decoder.decode(TestPicture.data(name), filling: box)).bytes
        }
        try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            for name in names + names { group.addTask { (name, try decode(name)) } }
            for try await (name, bytes) in group { #expect(try bytes == decode(name), "\(name)") }
        }
    }

    @Test func `An image of more than 150 megapixels is refused by its header`() throws {
        #expect(throws: PictureError.tooLarge(PixelSize(width: 15_001, height: 10_000))) {
            try PictureDecoder(budget: .max).decode(TestPicture.data("huge.png"), filling: box)
        }
    }

    @Test func `An image whose estimate exceeds the budget is refused, and one that just fits is decoded`() throws {
        for name in ["plain.png", "progressive.jpg", "animated.webp"] {
            let data = try TestPicture.data(name)
            let estimate = try DecodePlan(of: data).estimatedBytes(filling: box)
            #expect(try PictureDecoder(budget: estimate).decode(data, filling: box).size.width == 40)
            #expect(throws: PictureError.tooLarge(PixelSize(width: 64, height: 48))) {
                try PictureDecoder(budget: estimate - 1).decode(data, filling: box)
            }
        }
    }

    @Test(arguments: [49, 96] as [UInt8])
    func `B236 A PNG that ends before its last row is an error, even if its checksums are right`(height: UInt8) throws {
        var data = try TestPicture.data("plain.png")
        #expect(throws: Never.self) { try decoder.decode(data, filling: box) }
        // The header claims one row more, or twice the height.
        data.replaceSubrange(20..<24, with: [0, 0, 0, height])
        data.replaceSubrange(29..<33, with: CRC32.bytes(of: data[12..<29]))
        #expect(throws: PictureError.self) { try decoder.decode(data, filling: box) }
    }

    @Test func `B236 An image that ends properly, but lacks parts that its header announces, is an error`() throws {
        let pictures = try TestPicture.incomplete()
        #expect(pictures.count == 22)
        for picture in pictures {
            #expect(throws: PictureError.self, "\(picture.name)") { try decoder.decode(picture.data, filling: box) }
        }
    }

    @Test func `B236 An image that is cut short is an error, wherever it is cut`() throws {
        for data in [Samples.jpeg(width: 64, height: 64), Samples.png(width: 64, height: 64)] {
            for count in 0..<data.count {
                #expect(throws: PictureError.self, "\(count) of \(data.count) bytes") {
                    try decoder.decode(data.prefix(count), filling: box)
                }
            }
        }
    }

    @Test func `B236 A JPEG without some of its data is an error, even with the marker of its end`() throws {
        let data = Samples.jpeg(width: 400, height: 300)
        let scan = try #require(data.firstRange(of: [0xFF, 0xDA]))
        for part in 1...9 {
            let count = scan.upperBound + 12 + (data.count - scan.upperBound - 14) * part / 10
            #expect(throws: PictureError.self, "\(count) of \(data.count) bytes") {
                try decoder.decode(data.prefix(count) + [0xFF, 0xD9], filling: box)
            }
        }
    }

    @Test func `B236 Data of formats other than the six isn't decoded, even if a library could`() throws {
        let drawing =
            #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>"#
        for text in [
            drawing, "P3 1 1 255 255 0 0 ", "/* XPM */ static char *a[] = {\"1 1 1 1\", \". c red\", \".\"};", "",
        ] {
            #expect(throws: PictureError.unsupportedFormat) {
                try decoder.decode(Data(text.utf8), filling: box)
            }
        }
    }
}
