import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// The memory for decoding, estimated from the header.
@Suite struct DecodePlanTests {
    private let box = PixelSize(width: 40, height: 30)

    @Test(
        "The largest sizes that a header can have are refused, whatever the budget",
        arguments: [
            ("plain.png", 16..<24, 0x7F), ("plain.png", 16..<24, 0xFF),
            ("plain.gif", 6..<10, 0xFF), ("lossy.webp", 26..<30, 0xFF),
            ("lossless.webp", 21..<25, 0xFF), ("animated.webp", 24..<30, 0xFF), ("plain.jpg", 0..<0, 0xFF),
            ("progressive.jpg", 0..<0, 0xFF),
        ])
    func decodeRefusesLargestSizes(name: String, place: Range<Int>, byte: UInt8) throws {
        var data = try TestPicture.data(name)
        var place = place
        if name.hasSuffix("jpg") {
            let start = try #require(data.firstRange(of: [0xFF, name == "plain.jpg" ? 0xC0 : 0xC2])).upperBound
            place = start + 3..<start + 7
        }
        data.replaceSubrange(place, with: [UInt8](repeating: byte, count: place.count))
        if name.hasSuffix("png") { data.replaceSubrange(29..<33, with: CRC32.bytes(of: data[12..<29])) }
        #expect(throws: PictureError.self) { try PictureDecoder(budget: .max).decode(data, filling: box) }
        do {
            #expect(try DecodePlan(of: data).estimatedBytes(filling: box) >= 1 << 50)
        } catch {
            #expect(error == .undecodable("the size is too large"))
        }
    }

    @Test func `A box without size is filled with one pixel`() throws {
        let picture = try PictureDecoder().decode(
            TestPicture.data("plain.jpg"), filling: PixelSize(width: 0, height: -1))
        #expect(picture.size.width == 1 && picture.size.height == 1)
    }

    @Test func `The estimate of a progressive JPEG counts all coefficients, another one's only some rows`() throws {
        let large = try DecodePlan(of: TestPicture.data("large-progressive.jpg"))
        #expect(large.estimatedBytes(filling: box) > 3_000 * 2_250 * 3 * 2)
        let photo = try DecodePlan(of: Samples.jpeg(width: 3_000, height: 2_250))
        #expect(photo.estimatedBytes(filling: box) < 3 << 20)
    }

    @Test func `The estimate of a GIF counts a frame that is larger than the screen`() throws {
        var data = try TestPicture.data("plain.gif")
        let frame = try #require(data.firstRange(of: [0x2C, 0, 0, 0, 0, 64, 0, 48, 0]))
        data.replaceSubrange(frame.lowerBound + 5..<frame.upperBound, with: [0xFF, 0x1F, 0xFF, 0x1F])
        #expect(try DecodePlan(of: data).estimatedBytes(filling: box) > 8_191 * 8_191)
        data.replaceSubrange(frame.lowerBound + 5..<frame.upperBound, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(try DecodePlan(of: data).estimatedBytes(filling: box) >= 1 << 50)
        #expect(throws: PictureError.tooLarge(PixelSize(width: 64, height: 48))) {
            try PictureDecoder(budget: .max).decode(data, filling: box)
        }
    }

    @Test(arguments: [(0x4000_0000, 0x7FFF_FFFF), (0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, 1), (15_001, 10_000)])
    func `The estimate of a size that isn't decoded exceeds every budget`(width: UInt32, height: UInt32) throws {
        var data = try TestPicture.data("transparent.png")
        data.replaceSubrange(16..<24, with: [width, height].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
        #expect(try DecodePlan(of: data).estimatedBytes(filling: box) >= 1 << 50)
    }

    @Test func `The depth of a HEIC counts for its estimate wherever it is said, and an AVIF takes more`() throws {
        func estimate(_ data: Data) throws -> Int {
            try DecodePlan(of: data).estimatedBytes(filling: PixelSize(width: 40, height: 30))
        }
        let plain = try TestPicture.data("large.heic")
        var (configured, said) = (plain, plain)
        let configuration = try #require(plain.range(of: Data("hvcC".utf8)))
        configured[configuration.upperBound + 17] = 0xFA
        let depths = try #require(plain.range(of: Data("pixi".utf8)))
        said[depths.upperBound + 5] = 10
        #expect(try estimate(configured) == estimate(said))
        #expect(try estimate(plain) < estimate(said))
        #expect(try estimate(plain) < estimate(TestPicture.data("large.avif")))
    }

    @Test func `An image of a single tile is decoded as a whole, which takes less than decoding it as a tile`() throws {
        for (columns, isWhole) in [(1, true), (2, false)] {
            let data = try LargeHEIC.grid(of: "large.heic", size: (4_000, 3_000), columns: columns, rows: columns)
            #expect(try DecodePlan(of: data).isDecodedWhole == isWhole)
        }
    }
}
