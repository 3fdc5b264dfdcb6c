import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// The smaller JPEGs of an image.
@Suite struct EncodedSizesTests {
    private let decoder = PictureDecoder(budget: 512 << 20, timeLimit: .patient)

    /// Makes JPEGs as the decoder's process does.
    private func encoded(_ data: Data, longEdges: [Int]) throws -> (images: [Data], placeholder: ThumbHash) {
        let plan = try DecodePlan(of: data)
        let sizes = try ImageHeader(of: data).uprightSize.scaled(toLongEdges: longEdges)
        let buffers = sizes.map { size in
            let room = (size.width + 15) / 16 * ((size.height + 15) / 16) * 768 + 4_096
            return UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        let (counts, placeholder) = try decoder.encode(data, plan, sizes: sizes, into: buffers)
        return (zip(buffers, counts).map { Data($0.prefix($1)) }, placeholder)
    }

    @Test func `The sizes of the JPEGs are those that are known beforehand, from one pixel to long strips`() throws {
        var sizes = [(1, 1), (1, 10_000), (10_000, 1), (2, 3), (3, 2), (479, 480), (480, 481), (481, 480), (999, 333)]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            sizes.append((Int.random(in: 1...700, using: &generator), Int.random(in: 1...700, using: &generator)))
        }
        for (width, height) in sizes {
            for type in ["jpeg", "png"] {
                let data = Samples.encoded(width, height, as: type) { _, _ in (1, 2, 3, 255) }
                let edges = [480, 1_080, 31, 2_048]
                let expected = PixelSize(width: width, height: height).scaled(toLongEdges: edges)
                let images = try encoded(data, longEdges: edges).images
                #expect(images.count == expected.count)
                for (image, size) in zip(images, expected) {
                    #expect(PlainJPEG.matches(image, size), "\(width) × \(height) as \(type)")
                }
            }
        }
    }

    @Test(arguments: try TestPicture.names().filter { $0 != "huge.png" && $0 != "linear-grey.jpg" })
    func `Sizes are upright and in sRGB, whatever the image's form is`(name: String) throws {
        let data = try TestPicture.data(name)
        let size = try ImageHeader(of: data).uprightSize
        let image = try #require(try encoded(data, longEdges: [40]).images.first)
        let shown = try decoder.decode(image, filling: size.scaled(toLongEdge: 40))
        let expected = try decoder.decode(data, filling: size.scaled(toLongEdge: 40))
        #expect(shown.size == expected.size && shown.layout == .rgb)
        let (shownPixels, expectedPixels) = (Samples.pixels(of: shown), Samples.pixels(of: expected))
        let size40 = shown.size
        for (x, y) in [(3, 3), (size40.width - 4, 3), (3, size40.height - 4), (size40.width - 4, size40.height - 4)]
        where size40.width > 8 && size40.height > 8 {
            let (pixel, other) = (shownPixels.pixel(x, y), expectedPixels.pixel(x, y))
            // Transparent parts are on white.
            let onWhite = other[..<3].map { $0 + 255 - other[3] }
            #expect(
                zip(pixel, onWhite).allSatisfy { abs($0 - $1) <= 12 }, "\(pixel) instead of \(onWhite) at \(x), \(y)")
        }
    }

    @Test(arguments: try PrivatePicture.names())
    func `Sizes hold nothing of the metadata`(name: String) throws {
        let data = try PrivatePicture.data(name)
        for image in try encoded(data, longEdges: [30, .max]).images {
            #expect(PlainJPEG.matches(image, try ImageHeader(of: image).size))
            #expect(image.range(of: Data("CANARY".utf8)) == nil)
        }
    }

    @Test func `The most unquiet pixels have room`() throws {
        let noise = Samples.encoded(321, 243, as: "png") { x, y in
            let value = UInt64(bitPattern: Int64(x * 7_919 + y * 104_729)) &* 0x9E37_79B9_7F4A_7C15
            func bit(_ place: UInt64) -> UInt8 { value >> place & 1 == 0 ? 0 : 255 }
            return (bit(63), bit(62), bit(61), 255)
        }
        let images = try encoded(noise, longEdges: [321, 320, 160]).images
        #expect(images.count == 3)
    }

    @Test func `Sizes are sharp copies of the image, and the placeholder has its colours`() throws {
        let data = Samples.jpeg(width: 800, height: 600)
        let placeholder = try encoded(data, longEdges: [480]).placeholder
        #expect(placeholder.size == PixelSize(width: 32, height: 23))
        let pixels = placeholder.pixels
        let (inside, outside) = (4 * (5 * 32 + 5), 4 * (18 * 32 + 26))
        #expect(pixels[inside] > 150 && pixels[inside + 2] < 100)
        #expect(pixels[outside] < 60 && pixels[outside + 2] > 180)
    }

    @Test func `The largest sizes that a header can have are refused, whatever the budget`() throws {
        var data = try TestPicture.data("plain.png")
        data.replaceSubrange(16..<24, with: [UInt8](repeating: 0x7F, count: 8))
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { memory.deallocate() }
        let greedy = PictureDecoder(budget: .max)
        #expect(throws: PictureError.self) {
            try greedy.encode(data, DecodePlan(of: data), sizes: [PixelSize(width: 480, height: 480)], into: [memory])
        }
    }

    @Test func `Sizes that take too long or too much memory are given up`() throws {
        let data = Samples.jpeg(width: 800, height: 600)
        let plan = try DecodePlan(of: data)
        let late = PictureDecoder(timeLimit: PictureTimeLimit(least: .zero, perMegapixel: .zero))
        let small = PictureDecoder(budget: 1 << 20)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
        defer { memory.deallocate() }
        let size = PixelSize(width: 480, height: 360)
        #expect(throws: PictureError.tooSlow) { try late.encode(data, plan, sizes: [size], into: [memory]) }
        #expect(throws: PictureError.tooLarge(PixelSize(width: 800, height: 600))) {
            try small.encode(data, plan, sizes: [size], into: [memory])
        }
        let crowded = UnsafeMutableRawBufferPointer(rebasing: memory[..<700])
        #expect(throws: PictureError.undecodable("there is no room for the image")) {
            try PictureDecoder().encode(data, plan, sizes: [size], into: [crowded])
        }
    }
}
