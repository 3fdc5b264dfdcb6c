import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// The colours of pictures whose files describe them, compared with Chromium's.
@Suite struct PictureColourTests {
    private let decoder = PictureDecoder(timeLimit: .patient)
    private let box = PixelSize(width: 40, height: 30)

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

    private static let plain = [[128, 128, 128], [220, 30, 30], [170, 160, 60]]
    private static let bright = [[188, 188, 188], [239, 96, 96], [213, 208, 133]]

    /// Chromium's colours for a grey, a red and a yellow.
    @Test(arguments: [
        (["cICP 12 13 0 1"], [[128, 128, 128], [240, 0, 0], [172, 160, 32]]),
        (["cICP 9 13 0 1", "sRGB 0"], [[128, 128, 128], [255, 0, 1], [180, 159, 22]]),
        (["sRGB 0", "cICP 1 8 0 1"], bright),
        (["cICP 1 16 0 1"], [[132, 132, 132], [255, 1, 1], [238, 202, 22]]),
        (["cICP 1 18 0 1"], [[99, 99, 99], [224, 21, 21], [147, 135, 49]]),
        (["cICP 9 16 0 1"], [[132, 132, 132], [255, 0, 0], [252, 190, 0]]),
        (["cICP 9 18 0 1"], [[99, 99, 99], [255, 0, 0], [158, 134, 15]]),
        (["cICP 12 16 0 1"], [[132, 132, 132], [255, 0, 0], [243, 199, 0]]),
        (["cICP 12 13 0 0"], plain), (["cICP 2 2 0 1"], plain), (["gAMA 0 1 134 160"], bright),
        (["gAMA 0 1 134 160", "sRGB 0"], plain), (["gAMA 0 0 177 143"], plain), (["gAMA 0 0 0 0"], plain),
        (["cHRM p3"], plain),
        (["gAMA 0 0 177 143", "cHRM p3"], [[129, 129, 129], [241, 0, 0], [174, 161, 24]]),
        (["gAMA 0 0 177 143", "cHRM nothing"], plain),
    ])
    func `A PNG's colours are as its chunks describe, in browsers' order`(chunks: [String], expected: [[Int]]) throws {
        let places = ["p3": [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000], "nothing": [0]]
        var data = Samples.encoded(60, 30, as: "png") { x, _ in
            let colour = Self.plain[x / 20].map { UInt8($0) }
            return (colour[0], colour[1], colour[2], 255)
        }
        for chunk in chunks.reversed() {
            let words = chunk.split(separator: " ").map(String.init)
            let numbers = places[words[1]].map { Array(($0 + Array(repeating: 0, count: 8)).prefix(8)) }
            let content = numbers?.flatMap { [0, $0 >> 16, $0 >> 8, $0].map { UInt8(truncatingIfNeeded: $0) } }
            let named = Data(words[0].utf8) + (content ?? words.dropFirst().compactMap { UInt8($0) })
            // After the header.
            data.insert(contentsOf: [0, 0, 0, UInt8(named.count - 4)] + named + CRC32.bytes(of: named), at: 33)
        }
        let pixels = Samples.pixels(of: try decoder.decode(data, filling: PixelSize(width: 60, height: 30)))
        for (index, expected) in expected.enumerated() {
            let colour = Array(pixels.pixel(index * 20 + 10, 15)[..<3].reversed())
            #expect(zip(colour, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(colour)")
        }
    }

    @Test func `The first of the repeated parts of a JPEG's profile counts`() throws {
        let data = try TestPicture.data("display-p3.jpg")
        let start = try #require(data.range(of: Data("ICC_PROFILE\0".utf8))).lowerBound - 4
        let end = start + 2 + Int(data[start + 2]) << 8 + Int(data[start + 3])
        var other = data[start..<end]
        other.replaceSubrange(start + 18..<end, with: repeatElement(0, count: end - start - 18))
        let pictures = try [data, data[..<end] + other + data[end...]].map {
            Samples.pixels(of: try decoder.decode($0, filling: box)).bytes
        }
        #expect(pictures[0] == pictures[1])
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
}
