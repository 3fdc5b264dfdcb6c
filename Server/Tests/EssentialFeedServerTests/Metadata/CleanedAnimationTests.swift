import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The bytes of animations after cleaning.
@Suite struct CleanedAnimationTests {
    private static let names = ["animated.gif", "animated.webp"]

    private func cleaned(_ data: Data) throws -> (image: CleanedAnimation, bytes: Data) {
        let image = try CleanedAnimation(of: data)
        let bytes = Data(try image.bytes(in: 0..<image.count, of: ReadBytes(data)))
        #expect(bytes.count == image.count)
        return (image, bytes)
    }

    @Test(arguments: names)
    func `No word is left of the metadata of an animation`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let bytes = try cleaned(data).bytes
        for word in ["CANARY", "GPS", "Exif\0\0II", "http"] {
            for encoding in [String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian] {
                #expect(bytes.range(of: try #require(word.data(using: encoding))) == nil, "\(word), \(encoding)")
            }
        }
        #expect(data.range(of: Data("CANARY".utf8)) != nil)
    }

    @Test(arguments: names)
    func `The frames of a cleaned animation are the original's`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let bytes = try cleaned(data).bytes
        #expect(try ImageHeader(of: bytes) == ImageHeader(of: data))
        let format = try #require(ImageFormat(of: bytes))
        #expect(format == ImageFormat(of: data))
        #expect(format.isWhole(bytes))
        #expect(try ImageMetadata(of: ReadBytes(bytes), format: format) == ImageMetadata())
        let (shown, expected) = (try #require(AnimationInfo(of: bytes)), try #require(AnimationInfo(of: data)))
        #expect(shown.delays == expected.delays && shown.plays == expected.plays)
    }

    @Test(arguments: names)
    func `Cleaning a cleaned animation changes nothing`(name: String) throws {
        for data in [try PrivatePicture.data(name), try TestPicture.data(name)] {
            let bytes = try cleaned(data).bytes
            #expect(try cleaned(bytes).bytes == bytes)
        }
    }

    @Test(arguments: names)
    func `Any range of a cleaned animation is what the whole has there`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let (image, whole) = try cleaned(data)
        var generator = SeededGenerator(seed: 7)
        var ranges = (0..<300).map { _ in
            let start = Int.random(in: 0...whole.count, using: &generator)
            return start..<Int.random(in: start...whole.count, using: &generator)
        }
        ranges += (0..<whole.count).map { $0..<$0 + 1 } + [0..<0, whole.count..<whole.count + 5, -3..<2, 0..<Int.max]
        for range in ranges {
            let expected = Array(whole)[range.clamped(to: 0..<whole.count)]
            #expect(try image.bytes(in: range, of: ReadBytes(data)) == Array(expected), "\(range)")
            #expect(image.pieces(in: range).reduce(0) { $0 + $1.count } == expected.count)
        }
    }

    @Test(arguments: names)
    func `What follows the end of an animation is cut off`(name: String) throws {
        let data = try TestPicture.data(name)
        let tail = Data("CANARY".utf8) + data
        #expect(try cleaned(data + tail).bytes == cleaned(data).bytes)
    }

    @Test func `A GIF loses control data that no frame follows, and bits without a meaning`() throws {
        let data = try TestPicture.data("animated.gif")
        let (screen, rest) = try split(data, at: [0x21, 0xF9, 4])
        let word: [UInt8] = [0x21, 0xF9, 4, 0x43, 0x41, 0x4E, 0x41, 0]
        let expected = try cleaned(data).bytes
        #expect(try cleaned(screen + Data(word) + rest).bytes == expected)
        #expect(try cleaned(data.dropLast() + Data(word) + [0x3B]).bytes == expected)
        #expect(try cleaned(data.dropLast() + Data([0x21, 0xFF, 4] + word[3..<7] + [0, 0x3B])).bytes == expected)

        var marked = data
        let control = screen.count
        marked[control + 3] = 0xE0 | data[control + 3] & 0xFE
        marked[control + 6] = 0x43
        var unmarked = marked
        unmarked[control + 3] &= 0x1F
        unmarked[control + 6] = 0
        let frame = try #require(marked[control...].firstIndex(of: 0x2C))
        marked[frame + 9] |= 0x18
        let (image, bytes) = try cleaned(marked)
        #expect(try bytes == cleaned(unmarked).bytes)
        #expect(try CleanedAnimation(of: bytes).bytes(in: 0..<image.count, of: ReadBytes(bytes)) == Array(bytes))
    }

    @Test func `A WebP loses a second animation chunk, and the alpha of lossless frames`() throws {
        let data = try TestPicture.data("animated.webp")
        let (head, frames) = try split(data, at: Array("ANMF".utf8))
        let word = Data("ANIM".utf8) + [6, 0, 0, 0] + Data("CANARY".utf8)
        let expected = try cleaned(data).bytes
        #expect(try cleaned(resized(head + word + frames)).bytes == expected)
        #expect(try cleaned(resized(data + word)).bytes == expected)
        #expect(AnimationInfo(of: resized(head + word + frames))?.plays == AnimationInfo(of: data)?.plays)

        let still = try TestPicture.data("lossless.webp")
        let pixels = still[try #require(still.range(of: Data("VP8L".utf8))).lowerBound...]
        let size = try ImageHeader(of: still).size
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func animation(_ alpha: Data, flags: UInt8) -> Data {
            let corner = number(size.width - 1, 3) + number(size.height - 1, 3)
            let content: Data = Data([0, 0, 0, 0, 0, 0] + corner + [100, 0, 0, flags]) + alpha + pixels
            let frame: Data = Data("ANMF".utf8) + number(content.count, 4) + content
            var file: Data = Data("RIFF".utf8) + [0, 0, 0, 0] + Data("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0]
            file += corner
            file += Data("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            file += frame + frame
            return resized(file)
        }
        let alpha = Data("ALPH".utf8) + [6, 0, 0, 0] + Data("CANARY".utf8)
        #expect(try cleaned(animation(alpha, flags: 0xFD)).bytes == cleaned(animation(Data(), flags: 1)).bytes)
    }

    private func split(_ data: Data, at mark: [UInt8]) throws -> (Data, Data) {
        let start = try #require(data.range(of: Data(mark))).lowerBound
        return (data[..<start], data[start...])
    }

    /// Returns a WebP whose header has the size of its data.
    private func resized(_ webp: Data) -> Data {
        let size = webp.count - 8
        return webp.prefix(4) + Data((0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }) + webp.dropFirst(8)
    }

    @Test(arguments: names)
    func `An animation that is cut short isn't cleaned`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let whole = try cleaned(data)
        for count in stride(from: 0, to: data.count, by: 7) {
            do throws(ImageFormatError) {
                let image = try CleanedAnimation(of: data.prefix(count))
                #expect(image == whole.image, "\(count)")
            } catch {}
        }
    }

    @Test func `Data that isn't an image throws`() throws {
        #expect(throws: ImageFormatError.unknownFormat) { try CleanedAnimation(of: Data("no image".utf8)) }
    }

    @Test(arguments: try TestPicture.names() + PrivatePicture.names())
    func `A still isn't sent from its file`(name: String) throws {
        guard !name.hasPrefix("animated") else { return }
        let isPrivate = try PrivatePicture.names().contains(name)
        let data = try isPrivate ? PrivatePicture.data(name) : TestPicture.data(name)
        #expect(throws: ImageFormatError.self) { try CleanedAnimation(of: data) }
    }

    @Test func `An animation that needs its orientation isn't sent from its file`() throws {
        var data = try TestPicture.data("animated.webp")
        data += Data("EXIF".utf8) + [26, 0, 0, 0] + Data("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
        data += [6, 0, 0, 0, 0, 0, 0, 0]
        let turned = resized(data)
        #expect(throws: ImageFormatError.self) { try CleanedAnimation(of: turned) }
    }

    @Test func `A failed read throws the error of the source`() throws {
        let data = try PrivatePicture.data("animated.gif")
        #expect(throws: ReadBytes.ReadError.self) { try CleanedAnimation(of: ReadBytes(data, readableCount: 100)) }
    }

    @Test(arguments: names)
    func `Broken animations are cleaned or throw, and never hold a word`(name: String) throws {
        let data = try PrivatePicture.data(name)
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            var broken = data
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = broken.startIndex + Int.random(in: 0..<broken.count, using: &generator)
                broken[index] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            do throws(ImageFormatError) {
                let image = try CleanedAnimation(of: broken)
                for piece in image.pieces {
                    if case .original(let range) = piece { #expect(range.upperBound <= broken.count) }
                }
            } catch {}
        }
    }

    @Test func `The time to clean an animation grows with its bytes alone`() throws {
        func expectLinear(_ name: String, _ input: (Int) -> Data) {
            let growth = growth(from: 5_000, input: input) { data in
                do throws(ImageFormatError) {
                    _ = try CleanedAnimation(of: data)
                } catch {}
            }
            #expect(growth < linearGrowth, "\(name) \(growth)")
        }
        func repeated(_ bytes: [UInt8], _ count: Int) -> Data { Data((0..<count / bytes.count).flatMap { _ in bytes }) }
        let gif = try TestPicture.data("animated.gif")
        expectLinear("blocks") { gif.dropLast() + repeated([0x21, 0xFE, 0], $0) + [0x3B] }
        let webp = try TestPicture.data("animated.webp")
        expectLinear("chunks") { webp + repeated([0x74, 0, 0, 0, 0, 0, 0, 0], $0) }
    }
}

extension CleanedAnimation {
    /// Cleans bytes in memory.
    init(of data: Data) throws(ImageFormatError) {
        do {
            try self.init(of: ReadBytes(data))
        } catch {
            throw error as? ImageFormatError ?? .malformed("\(error)")
        }
    }
}
