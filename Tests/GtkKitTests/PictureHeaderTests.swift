import Foundation
import GtkKit
import TestSupport
import Testing

/// What is known of a picture before it is decoded.
@Suite struct PictureHeaderTests {
    private let box = PictureSize(width: 40, height: 30)

    @Test(
        "N029 Format and size are read from the first bytes of every form",
        arguments: try TestPicture.names().filter { !["huge.png", "large-progressive.jpg"].contains($0) })
    func test_header_readsEveryForm(name: String) throws {
        let header = try PictureDecoder.header(of: TestPicture.data(name))
        #expect(header.size == PictureSize(width: 64, height: 48))
        let kind = name.split(separator: ".").last == "jpg" ? "jpeg" : name.split(separator: ".").last.map(String.init)
        #expect(header.format.rawValue == kind)
        let orientation = name.hasPrefix("orientation") ? name.first(where: \.isNumber)?.wholeNumberValue : 1
        #expect(header.orientation.rawValue == orientation)
        let areProgressive = ["progressive.jpg", "one-by-one.jpg", "plain.gif", "interlaced.png"]
        #expect(header.isProgressive == areProgressive.contains(name))
        #expect(header.hasAlpha == (name.hasPrefix("transparent") || name.hasSuffix(".gif")))
    }

    @Test(
        "N029 Channels and their bits are read",
        arguments: [
            ("plain.jpg", 3, 8), ("grey.jpg", 1, 8), ("cmyk.jpg", 4, 8), ("ycck.jpg", 4, 8), ("plain.png", 3, 8),
            ("grey.png", 1, 8), ("one-bit.png", 1, 1), ("sixteen-bits.png", 3, 16), ("transparent.png", 4, 8),
            ("indexed.png", 1, 1), ("plain.bmp", 3, 8), ("plain.tiff", 3, 8), ("transparent.webp", 4, 8),
            ("lossy.webp", 3, 8),
        ])
    func test_header_readsChannels(name: String, channels: Int, bitDepth: Int) throws {
        let header = try PictureDecoder.header(of: TestPicture.data(name))
        #expect(header.channels == channels)
        #expect(header.bitDepth == bitDepth)
    }

    @Test("N029 The first kilobyte is enough, whatever follows it", arguments: ["huge.png", "large-progressive.jpg"])
    func test_header_needsOnlyTheBeginning(name: String) throws {
        var data = try TestPicture.data(name)
        let header = try PictureDecoder.header(of: data)
        #expect(header.size.width >= 3_000)
        data.replaceSubrange(1_024..., with: [])
        #expect(try PictureDecoder.header(of: data) == header)
    }

    @Test("N029 A slice of bytes is read as the bytes are")
    func test_header_readsSlices() throws {
        for name in try TestPicture.names() {
            let data = try TestPicture.data(name)
            let slice = (Data("before".utf8) + data).dropFirst(6)
            #expect(try PictureDecoder.header(of: slice) == PictureDecoder.header(of: data))
        }
    }

    @Test("N029 A header that was cut or says no size is an error")
    func test_header_failsForBrokenHeader() throws {
        for name in try TestPicture.names() {
            let data = try TestPicture.data(name)
            #expect(throws: PictureError.self, "\(name)") { try PictureDecoder.header(of: data.prefix(16)) }
        }
        for (name, sizes) in [("plain.png", 16..<24), ("plain.gif", 6..<10), ("plain.bmp", 18..<26)] {
            var data = try TestPicture.data(name)
            data.replaceSubrange(sizes, with: [UInt8](repeating: 0, count: sizes.count))
            #expect(throws: PictureError.undecodable("it has no pixels")) { try PictureDecoder.header(of: data) }
        }
    }

    @Test(
        "N029 The largest sizes that a header can say are refused, whatever the budget",
        arguments: [
            ("plain.png", 16..<24, 0x7F), ("plain.png", 16..<24, 0xFF), ("plain.bmp", 18..<26, 0x7F),
            ("plain.bmp", 18..<26, 0xFF), ("plain.gif", 6..<10, 0xFF), ("lossy.webp", 26..<30, 0xFF),
            ("lossless.webp", 21..<25, 0xFF), ("animated.webp", 24..<30, 0xFF), ("plain.jpg", 0..<0, 0xFF),
            ("progressive.jpg", 0..<0, 0xFF), ("plain.tiff", 0..<0, 0xFF),
        ])
    func test_decode_refusesLargestSizes(name: String, place: Range<Int>, byte: UInt8) throws {
        var data = try TestPicture.data(name)
        var place = place
        if name.hasSuffix("jpg") {
            let start = try #require(data.firstRange(of: [0xFF, name == "plain.jpg" ? 0xC0 : 0xC2])).upperBound
            place = start + 3..<start + 7
        }
        if name.hasSuffix("tiff") {
            for tag in [UInt8(0), 1] {
                let entry = try #require(
                    data.firstRange(of: [tag, 1, 4, 0, 1, 0, 0, 0]) ?? data.firstRange(of: [tag, 1, 3, 0]))
                data.replaceSubrange(
                    entry.lowerBound + 2..<entry.lowerBound + 12, with: [4, 0, 1, 0, 0, 0, 255, 255, 255, 255])
            }
        }
        data.replaceSubrange(place, with: [UInt8](repeating: byte, count: place.count))
        if name.hasSuffix("png") { data.replaceSubrange(29..<33, with: CRC32.bytes(of: data[12..<29])) }
        #expect(throws: PictureError.self) { try PictureDecoder(budget: .max).decode(data, filling: box) }
        do {
            #expect(try PictureDecoder.header(of: data).estimatedBytes(filling: box) >= 1 << 50)
        } catch {
            #expect(error == .undecodable("its size is not one"))
        }
    }

    @Test("N030 A box without size is filled with one pixel")
    func test_decode_survivesEmptyBox() throws {
        let texture = try PictureDecoder().decode(
            TestPicture.data("plain.jpg"), filling: PictureSize(width: 0, height: -1))
        #expect(texture.width == 1 && texture.height == 1)
    }

    @Test("N029 A progressive JPEG is estimated with all its coefficients, another one with some rows")
    func test_estimatedBytes_tellsProgressiveFromBaseline() throws {
        let large = try PictureDecoder.header(of: TestPicture.data("large-progressive.jpg"))
        #expect(large.estimatedBytes(filling: box) > 3_000 * 2_250 * 3 * 2)
        let photo = try PictureDecoder.header(of: Samples.jpeg(width: 3_000, height: 2_250))
        #expect(photo.estimatedBytes(filling: box) < 3 << 20)
    }

    @Test("N029 A frame of a GIF that is larger than its screen counts")
    func test_estimatedBytes_countsFrame() throws {
        var data = try TestPicture.data("plain.gif")
        let frame = try #require(data.firstRange(of: [0x2C, 0, 0, 0, 0, 64, 0, 48, 0]))
        data.replaceSubrange(frame.lowerBound + 5..<frame.upperBound, with: [0xFF, 0x1F, 0xFF, 0x1F])
        #expect(try PictureDecoder.header(of: data).estimatedBytes(filling: box) > 8_191 * 8_191)
        data.replaceSubrange(frame.lowerBound + 5..<frame.upperBound, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(try PictureDecoder.header(of: data).estimatedBytes(filling: box) >= 1 << 50)
        #expect(throws: PictureError.tooLarge(PictureSize(width: 64, height: 48))) {
            try PictureDecoder(budget: .max).decode(data, filling: box)
        }
    }

    @Test(
        "N029 A size of more pixels than are decoded exceeds every budget, however many there are",
        arguments: [(0x4000_0000, 0x7FFF_FFFF), (0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, 1), (15_001, 10_000)])
    func test_estimatedBytes_exceedsEveryBudget(width: UInt32, height: UInt32) throws {
        var data = try TestPicture.data("transparent.png")
        data.replaceSubrange(16..<24, with: [width, height].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
        #expect(try PictureDecoder.header(of: data).estimatedBytes(filling: box) >= 1 << 50)
    }

    @Test("N029 Colours that no picture has are an error, however many there are")
    func test_header_failsForColoursThatAreNone() throws {
        var data = try TestPicture.data("plain.tiff")
        for tag in [UInt8(0x15), 0x02] {
            let entry = try #require(data.firstRange(of: [tag, 1, 3, 0])).lowerBound
            data.replaceSubrange(entry + 2..<entry + 12, with: [4, 0, 1, 0, 0, 0, 255, 255, 255, 255])
        }
        #expect(throws: PictureError.undecodable("its colours are none")) { try PictureDecoder.header(of: data) }
    }
}
