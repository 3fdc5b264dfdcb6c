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

    @Test(arguments: 1...8)
    func `Each of the camera's eight orientations is applied`(orientation: Int) throws {
        // The corner where the stored top left, which is red, is seen.
        let upright = [
            "topLeft", "topRight", "bottomRight", "bottomLeft", "topLeft", "topRight", "bottomRight", "bottomLeft",
        ]
        let data = Samples.jpeg(width: 80, height: 80, orientation: orientation)
        let picture = try decoder.decode(data, filling: PixelSize(width: 40, height: 40))
        let pixels = Samples.pixels(of: picture)
        let corners = [
            "topLeft": (5, 5), "topRight": (34, 5), "bottomRight": (34, 34), "bottomLeft": (5, 34),
        ]
        for (name, (x, y)) in corners {
            #expect(pixels.isRed(x, y) == (name == upright[orientation - 1]), "\(name)")
        }
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

    @Test func `A grey picture's colour profile is applied: half of the light is 188 in sRGB`() throws {
        let pixels = Samples.pixels(of: try decoder.decode(TestPicture.data("linear-grey.jpg"), filling: box))
        #expect(pixels.pixel(20, 15).dropLast().allSatisfy { abs($0 - 188) <= 2 }, "\(pixels.pixel(20, 15))")
        #expect(pixels.pixel(20, 15)[3] == 255)
    }

    @Test func `A profile of sRGB changes no pixel`() throws {
        let (plain, profiled) = try (TestPicture.data("plain.jpg"), TestPicture.data("srgb.jpg"))
        let pixels = Samples.pixels(of: try decoder.decode(profiled, filling: box)).bytes
        #expect(pixels == Samples.pixels(of: try decoder.decode(plain, filling: box)).bytes)
    }

    @Test func `A profile that is broken, or made for other colours, is ignored`() throws {
        var data = try TestPicture.data("display-p3.jpg")
        let signature = try #require(data.range(of: Data("acsp".utf8)))
        data[signature.lowerBound] ^= 0xFF
        let pixels = Samples.pixels(of: try decoder.decode(data, filling: box))
        #expect(zip(pixels.pixel(6, 6), [35, 51, 234, 255]).allSatisfy { abs($0 - $1) <= 12 }, "\(pixels.pixel(6, 6))")
    }

    /// What Chromium makes of a grey and a red.
    @Test(arguments: [
        (["cICP 12 13 0 1"], [128, 128, 128], [240, 0, 0]),
        (["cICP 9 13 0 1", "sRGB 0"], [128, 128, 128], [255, 0, 1]),
        (["sRGB 0", "cICP 1 8 0 1"], [188, 188, 188], [239, 96, 96]),
        (["cICP 1 16 0 1"], [132, 132, 132], [255, 1, 1]), (["cICP 1 18 0 1"], [99, 99, 99], [224, 21, 21]),
        (["cICP 12 13 0 0"], [128, 128, 128], [220, 30, 30]), (["cICP 2 2 0 1"], [128, 128, 128], [220, 30, 30]),
        (["gAMA 0 1 134 160"], [188, 188, 188], [239, 96, 96]),
        (["gAMA 0 1 134 160", "sRGB 0"], [128, 128, 128], [220, 30, 30]),
        (["gAMA 0 0 177 143"], [128, 128, 128], [220, 30, 30]), (["gAMA 0 0 0 0"], [128, 128, 128], [220, 30, 30]),
        (["cHRM p3"], [128, 128, 128], [220, 30, 30]),
        (["gAMA 0 0 177 143", "cHRM p3"], [129, 129, 129], [241, 0, 0]),
        (["gAMA 0 0 177 143", "cHRM nothing"], [128, 128, 128], [220, 30, 30]),
    ])
    func `A PNG's colours are the ones that its chunks describe, in browsers' order`(
        chunks: [String], grey: [Int], red: [Int]
    ) throws {
        let places = ["p3": [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000], "nothing": [0]]
        var data = Samples.encoded(40, 30, as: "png") { x, _ in x < 20 ? (128, 128, 128, 255) : (220, 30, 30, 255) }
        for chunk in chunks.reversed() {
            let words = chunk.split(separator: " ").map(String.init)
            let numbers = places[words[1]].map { Array(($0 + Array(repeating: 0, count: 8)).prefix(8)) }
            let content = numbers?.flatMap { [0, $0 >> 16, $0 >> 8, $0].map { UInt8(truncatingIfNeeded: $0) } }
            let named = Data(words[0].utf8) + (content ?? words.dropFirst().compactMap { UInt8($0) })
            // After the header.
            data.insert(contentsOf: [0, 0, 0, UInt8(named.count - 4)] + named + CRC32.bytes(of: named), at: 33)
        }
        let pixels = Samples.pixels(of: try decoder.decode(data, filling: box))
        // HLG's colours differ a little, because each is mapped by itself.
        for (x, expected, most) in [(5, grey, 1), (35, red, 8)] {
            let colour = Array(pixels.pixel(x, 15)[..<3].reversed())
            #expect(zip(colour, expected).allSatisfy { abs($0 - $1) <= most }, "\(colour)")
        }
    }

    @Test(arguments: ["display-p3.avif", "display-p3.heic"])
    func `An AVIF's and a HEIC's colours are the ones that its code points name`(name: String) throws {
        var data = try TestPicture.data(name)
        let profile = try #require(data.range(of: Data("prof".utf8)))
        let points: [UInt8] = [0, 12, 0, 13, 0, 6, 0x80]
        data.replaceSubrange(profile.lowerBound..<profile.upperBound + 7, with: Data("nclx".utf8) + points)
        let pixels = Samples.pixels(of: try decoder.decode(data, filling: box))
        for (x, y, expected) in [(6, 6, [0, 0, 255]), (30, 24, [255, 0, 0])] {
            #expect(zip(pixels.pixel(x, y), expected).allSatisfy { abs($0 - $1) <= 12 }, "\(pixels.pixel(x, y))")
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

    @Test("Decoding at the same time, off the main thread, gives the same pictures as decoding one by one")
    func decodeRunsAtTheSameTime() async throws {
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
        // The header says one row more, or twice the height.
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
