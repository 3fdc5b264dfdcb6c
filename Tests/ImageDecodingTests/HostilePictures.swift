import Foundation
import TestSupport

/// A generator of hostile images from those in `Tests/Pictures`, always the same ones for a seed.
struct HostilePictures {
    struct Case {
        /// The name of the image that it is made from.
        let name: String
        let data: Data
    }

    private let originals: [Case]
    private var random: SeededGenerator

    /// Leaves out large images, which are slow and add no new form, and those decoded by libheif: a mistake in it would
    /// end the tests, so they are tried in decoders.
    init(seed: UInt64) throws {
        originals = try TestPicture.names().filter {
            $0 != "huge.png" && !$0.hasPrefix("large") && !$0.hasSuffix("heic") && !$0.hasSuffix("avif")
        }
        .map { Case(name: $0, data: try TestPicture.data($0)) }
        random = SeededGenerator(seed: seed)
    }

    /// Cuts each image at random bytes, and before the last one.
    mutating func cut(each count: Int) -> [Case] {
        made(each: count) { data, index, random in
            data.prefix(index == 0 ? data.count - 1 : .random(in: 0..<data.count, using: &random))
        }
    }

    /// Changes one to eight bits of each image.
    mutating func flipped(each count: Int) -> [Case] {
        made(each: count) { data, _, random in
            var data = data
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                data[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            return data
        }
    }

    /// Joins the beginning of one image and the end of another.
    mutating func spliced(_ count: Int) -> [Case] {
        (0..<count).map { _ in
            let (one, two) = (originals.randomElement(using: &random)!, originals.randomElement(using: &random)!)
            let beginning = one.data.prefix(.random(in: 0...one.data.count, using: &random))
            return Case(
                name: one.name, data: beginning + two.data.suffix(.random(in: 0...two.data.count, using: &random)))
        }
    }

    /// Makes a size, length or count near the beginning large. A PNG's checksum stays right.
    mutating func enlarged(each count: Int) -> [Case] {
        made(each: count) { data, _, random in
            var data = data
            let position = Int.random(in: 4..<min(data.count - 4, 200), using: &random)
            let length = [1, 2, 4].randomElement(using: &random)!
            for index in 0..<length { data[position + index] = [0xFF, 0x7F, 0x20].randomElement(using: &random)! }
            if data[0] == 0x89 { data.replaceSubrange(29..<33, with: CRC32.bytes(of: data[12..<29])) }
            return data
        }
    }

    private mutating func made(each count: Int, _ make: (Data, Int, inout SeededGenerator) -> Data) -> [Case] {
        var cases: [Case] = []
        for original in originals {
            for index in 0..<count {
                cases.append(Case(name: original.name, data: make(original.data, index, &random)))
            }
        }
        return cases
    }
}
