import Foundation
import ImageFormats
import TestSupport
import Testing

/// What is left of images after cleaning, by their bytes.
@Suite struct CleanedImageTests {
    private func cleaned(_ data: Data) throws -> (image: CleanedImage, bytes: Data) {
        let image = try CleanedImage(of: data)
        #expect(try CleanedImage(of: ReadBytes(data)) == image)
        let bytes = Data(try image.bytes(in: 0..<image.count, of: ReadBytes(data)))
        #expect(bytes.count == image.count)
        return (image, bytes)
    }

    @Test("No word is left of the metadata of an image", arguments: try PrivatePicture.names())
    func test_init_leavesNoWordWhenThereIsMetadata(name: String) throws {
        let data = try PrivatePicture.data(name)
        let bytes = try cleaned(data).bytes
        for word in ["CANARY", "GPS", "Exif\0\0II", "http"] {
            for encoding in [String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian] {
                #expect(bytes.range(of: try #require(word.data(using: encoding))) == nil, "\(word), \(encoding)")
            }
        }
        #expect(data.range(of: Data("CANARY".utf8)) != nil)
    }

    @Test(
        "Size, orientation and colours of a cleaned image are the original's",
        arguments: try PrivatePicture.names())
    func test_init_keepsTheHeader(name: String) throws {
        let data = try PrivatePicture.data(name)
        let bytes = try cleaned(data).bytes
        #expect(try ImageHeader(of: bytes) == ImageHeader(of: data))
        let format = try #require(ImageFormat(of: bytes))
        #expect(format == ImageFormat(of: data))
        #expect(format.isWhole(bytes))
        #expect(ImageMetadata(of: bytes, format: format) == ImageMetadata())
    }

    @Test("Cleaning a cleaned image changes nothing", arguments: try PrivatePicture.names() + TestPicture.names())
    func test_init_isTheSameAgain(name: String) throws {
        let data = try PrivatePicture.names().contains(name) ? PrivatePicture.data(name) : TestPicture.data(name)
        let bytes = try cleaned(data).bytes
        #expect(try cleaned(bytes).bytes == bytes)
    }

    @Test("Any range of a cleaned image is what the whole has there", arguments: try PrivatePicture.names())
    func test_bytes_areThoseOfTheWhole(name: String) throws {
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

    @Test("What follows the end of an image is cut off", arguments: try TestPicture.names())
    func test_init_endsWithTheImage(name: String) throws {
        let data = try TestPicture.data(name)
        let tail = Data("CANARY".utf8) + data
        #expect(try cleaned(data + tail).bytes == cleaned(data).bytes)
    }

    @Test("An image that is cut short isn't cleaned", arguments: try PrivatePicture.names())
    func test_init_throwsWhenCutShort(name: String) throws {
        let data = try PrivatePicture.data(name)
        let whole = try cleaned(data)
        for count in stride(from: 0, to: data.count, by: 7) {
            do throws(ImageFormatError) {
                let image = try CleanedImage(of: data.prefix(count))
                #expect(image == whole.image, "\(count)")
            } catch {}
        }
    }

    @Test("Data that isn't an image throws")
    func test_init_throwsWhenNotCleanable() throws {
        #expect(throws: ImageFormatError.unknownFormat) { try CleanedImage(of: Data("no image".utf8)) }
    }

    @Test("A failed read throws the error of the source")
    func test_init_throwsWhenAReadFails() throws {
        let data = try PrivatePicture.data("camera.jpg")
        #expect(throws: ReadBytes.ReadError.self) { try CleanedImage(of: ReadBytes(data, readableCount: 1_000)) }
    }

    @Test("A second image inside the data of a scan isn't let through")
    func test_init_throwsWhenAnImageBeginsInAScan() throws {
        let data = try TestPicture.data("plain.jpg")
        #expect(throws: ImageFormatError.self) { try CleanedImage(of: data.dropLast(2) + data) }
    }

    @Test("Broken images are cleaned or throw, and never hold a word", arguments: try PrivatePicture.names())
    func test_init_survivesWhenHostile(name: String) throws {
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
                let image = try CleanedImage(of: broken)
                for piece in image.pieces {
                    if case .original(let range) = piece { #expect(range.upperBound <= broken.count) }
                }
            } catch {}
        }
    }

    @Test("The time to clean an image grows with its bytes alone")
    func test_init_isLinear() throws {
        func expectLinear(_ name: String, _ input: (Int) -> Data) {
            let growth = growth(from: 20_000, input: input) { data in
                do throws(ImageFormatError) {
                    _ = try CleanedImage(of: data)
                } catch {}
            }
            #expect(growth < linearGrowth, "\(name) \(growth)")
        }
        func repeated(_ bytes: [UInt8], _ count: Int) -> Data { Data((0..<count / bytes.count).flatMap { _ in bytes }) }
        let jpeg = try TestPicture.data("plain.jpg")
        expectLinear("empty segments") { jpeg.prefix(2) + repeated([0xFF, 0xE1, 0, 2], $0) + jpeg.dropFirst(2) }
        expectLinear("markers in a scan") { jpeg.dropLast(2) + repeated([0xFF, 0], $0) + [0xFF, 0xD9] }
        expectLinear("between segments") { jpeg.prefix(2) + repeated([0xFF], $0) + jpeg.dropFirst(2) }
        let png = try TestPicture.data("plain.png")
        expectLinear("chunks") {
            png.prefix(33) + repeated([0, 0, 0, 0, 0x74, 0, 0, 0, 0, 0, 0, 0], $0) + png.dropFirst(33)
        }
        let gif = try TestPicture.data("plain.gif")
        expectLinear("blocks") { gif.dropLast() + repeated([0x21, 0xFE, 0], $0) + [0x3B] }
        let heic = try PrivatePicture.data("phone.heic")
        expectLinear("boxes") { heic + repeated([0, 0, 0, 8, 1, 2, 3, 4], $0) }
    }
}
