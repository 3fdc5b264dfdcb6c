import Foundation
import ImageFormats
import Testing

/// Placeholders, compared with the results of ThumbHash's own program for the same pixels.
@Suite struct ThumbHashTests {
    /// The hash that `thumbhash.js` makes from pixels, and some of the pixels it makes from the hash: the first, the
    /// middle and the last.
    struct Sample: CustomTestStringConvertible {
        let size: PixelSize
        let isTransparent: Bool
        let hash: String
        let picture: PixelSize
        let pixels: [[Int]]

        init(_ size: (Int, Int), isTransparent: Bool = false, _ hash: String, _ picture: (Int, Int), _ pixels: [[Int]])
        {
            self.size = PixelSize(width: size.0, height: size.1)
            self.isTransparent = isTransparent
            self.hash = hash
            self.picture = PixelSize(width: picture.0, height: picture.1)
            self.pixels = pixels
        }

        var testDescription: String { hash }

        /// Red, green, blue and alpha.
        var colours: [UInt8] {
            var colours: [UInt8] = []
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let colour: [Int] = [x * 7, y * 5, x * 3 + y * 2, isTransparent ? x * 4 : 255]
                    colours += colour.map { UInt8(truncatingIfNeeded: $0) }
                }
            }
            return colours
        }
    }

    private static let samples = [
        Sample(
            (32, 24), "U2gODZZwd4eEiIiHiHiIh3ByB8eI", (32, 23),
            [[29, 13, 28, 255], [109, 51, 66, 255], [210, 106, 130, 255]]),
        Sample(
            (20, 30), "UPgJDRBwd4CIiIh4iId4eHNwF/eI", (23, 32),
            [[16, 3, 16, 255], [0, 69, 18, 255], [134, 144, 113, 255]]),
        Sample(
            (10, 10), "BhgGBwZwd4dyeIiHh3iHeIh3CAd4cI0I", (32, 32),
            [[0, 0, 0, 255], [0, 17, 1, 255], [59, 37, 44, 255]]),
        Sample(
            (100, 3), "U+YKOYYCGrV3eHeH/YcokHc=", (32, 5), [[57, 0, 0, 255], [108, 0, 163, 255], [97, 0, 68, 255]]),
        Sample(
            (30, 20), isTransparent: true, "VriCA4QT4Jeih4fQsAjehXB3iIiHiIg=", (32, 19),
            [[142, 43, 80, 28], [130, 55, 80, 59], [148, 37, 80, 82]]),
        Sample(
            (16, 40), isTransparent: true, "VMiBAgISpbB3eIiWsFf6hHB3eIiHiIg=", (13, 32),
            [[73, 96, 72, 7], [70, 99, 72, 0], [67, 102, 72, 60]]),
    ]

    @Test(arguments: samples)
    func `A placeholder has the bytes that ThumbHash defines`(sample: Sample) {
        let hash = ThumbHash(of: sample.colours, size: sample.size)
        #expect(Data(hash.bytes).base64EncodedString() == sample.hash)
        #expect(hash.bytes.count <= ThumbHash.maximumCount)
    }

    @Test(arguments: samples)
    func `A placeholder shows the pixels that ThumbHash defines`(sample: Sample) throws {
        let bytes = try #require(Data(base64Encoded: sample.hash))
        let hash = try #require(ThumbHash(Array(bytes)))
        #expect(hash.size == sample.picture)
        let (pixels, count) = (hash.pixels, hash.size.pixelCount)
        #expect(pixels.count == count * 4)
        for (expected, pixel) in zip(sample.pixels, [0, count / 2, count - 1]) {
            let shown = pixels[pixel * 4..<pixel * 4 + 4].map(Int.init)
            #expect(zip(shown, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(shown) instead of \(expected)")
        }
    }

    @Test func `Bytes that are too few make no placeholder, and any others make one that can be drawn`() throws {
        for sample in Self.samples {
            let bytes = Array(try #require(Data(base64Encoded: sample.hash)))
            for count in 0..<bytes.count { #expect(ThumbHash(Array(bytes.prefix(count))) == nil) }
            #expect(ThumbHash(bytes + [1, 2, 3])?.bytes == bytes)
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let hash = try #require(ThumbHash(bytes))
            #expect((1...32).contains(hash.size.width) && (1...32).contains(hash.size.height))
            #expect(hash.pixels.count == hash.size.pixelCount * 4)
        }
    }
}
