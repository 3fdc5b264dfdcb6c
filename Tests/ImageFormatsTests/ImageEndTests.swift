import Foundation
import ImageFormats
import TestSupport
import Testing

/// Whether an image is complete, in memory and in a source read a window at a time.
@Suite struct ImageEndTests {
    /// The formats that the server serves.
    private static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif]

    private func hasEnd(_ picture: Data) throws -> Bool {
        let format = try #require(ImageFormat(of: picture))
        let hasEnd = format.hasEnd(in: picture)
        #expect(try format.hasEnd(in: ReadBytes(picture)) == hasEnd, "in memory \(hasEnd), in a source otherwise")
        return hasEnd
    }

    private func pictures() throws -> [(name: String, data: Data)] {
        try TestPicture.names().map { ($0, try TestPicture.data($0)) }.filter {
            Self.formats.contains(try #require(ImageFormat(of: $0.1)))
        }
    }

    @Test func `Server: the end of every whole image is found, whatever follows it`() throws {
        for (name, data) in try pictures() {
            #expect(try hasEnd(data), "\(name)")
            #expect(try hasEnd(data + Data([0, 0xFF, 0xD8, 1, 2, 3])), "\(name)")
        }
    }

    @Test func `Server: an image that is cut short anywhere has no end`() throws {
        for (name, data) in try pictures() {
            let cuts = [data.count - 1, data.count - 2, data.count - 3] + (1...12).map { data.count * $0 / 13 }
            for count in cuts where count > 64 {
                #expect(try !hasEnd(data.prefix(count)), "\(name) cut at \(count) of \(data.count)")
            }
        }
    }

    @Test func `Server: the end of a thumbnail isn't taken for the image's`() throws {
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]
        let picture = Pictures.jpeg(exif: thumbnail)
        #expect(try hasEnd(picture))
        #expect(try !hasEnd(picture.dropLast(2)))
        #expect(try !hasEnd(picture.dropLast(1)))
    }

    @Test func `Server: the end is found several windows on, and a failed read throws`() throws {
        let length = 600_000
        let scan = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + [UInt8](repeating: 7, count: length) + [0xFF, 0xD9]
        #expect(try ImageFormat.jpeg.hasEnd(in: ReadBytes(Data(scan))))
        #expect(try !ImageFormat.jpeg.hasEnd(in: ReadBytes(Data(scan.dropLast()))))
        #expect(throws: ReadBytes.ReadError.self) {
            try ImageFormat.jpeg.hasEnd(in: ReadBytes(Data(scan), readableCount: length / 2))
        }
    }

    @Test(
        arguments: [
            (.jpeg, [0xFF, 0xD8], [0xFF, 0xE1, 0, 2], [0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]),
            (.jpeg, [0xFF, 0xD8], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]),
            (
                .png, [UInt8](repeating: 0, count: 8), [0, 0, 0, 0] + Array("tEXt".utf8) + [0, 0, 0, 0],
                [0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0]
            ),
            (
                .gif, Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0], [0x21, 0xFE, 0, 0x21, 0xFE, 0, 0x21, 0xFE, 0],
                [0x3B]
            ),
        ] as [(ImageFormat, [UInt8], [UInt8], [UInt8])])
    func `Server: an image of millions of tiny parts has no end, so that nobody waits for it`(
        format: ImageFormat, start: [UInt8], part: [UInt8], end: [UInt8]
    ) {
        func image(of count: Int) -> Data {
            Data(start) + Data(repeatElement(part, count: count).joined()) + Data(end)
        }
        #expect(format.hasEnd(in: image(of: 1_000)))
        #expect(!format.hasEnd(in: image(of: 800_000)))
    }

    @Test(arguments: [(2, "ANMF"), (0, "VP8 ")] as [(UInt8, String)])
    func `A frame or the pixels of a WebP behind millions of tiny chunks aren't looked for`(
        flags: UInt8, chunk: String
    ) throws {
        func image(of count: Int) -> Data {
            let start =
                Data("RIFF\0\0\0\0WEBPVP8X".utf8) + Data([10, 0, 0, 0, flags] + [UInt8](repeating: 0, count: 9))
            let part = Data("EXIF".utf8) + Data(count: 4)
            let end =
                Data(chunk.utf8) + Data([24] + [UInt8](repeating: 0, count: 19)) + Data("VP8 ".utf8) + Data(count: 4)
            return start + Data(repeatElement(part, count: count).joined()) + end
        }
        #expect(try ImageHeader(of: image(of: 1_000)).size == PixelSize(width: 1, height: 1))
        #expect(throws: ImageFormatError.cutShort) { try ImageHeader(of: image(of: 800_000)) }
    }

    @Test func `Server: the time to find the end grows with the bytes alone`() {
        func expectLinear(_ input: (Int) -> [UInt8], _ format: ImageFormat) {
            let growth = growth(from: 5_000, input: { ReadBytes(Data(input($0))) }) { bytes in
                do {
                    _ = try format.hasEnd(in: bytes)
                } catch {
                    Issue.record(error)
                }
            }
            #expect(growth < linearGrowth, "\(format) \(growth)")
        }
        expectLinear({ [0xFF, 0xD8] + Array(repeating: 0xFF, count: $0) }, .jpeg)
        expectLinear({ [0xFF, 0xD8] + Array(repeating: 1, count: $0) }, .jpeg)
        expectLinear({ [0xFF, 0xD8] + (0..<$0 / 4).flatMap { _ in [0xFF, 0xE1, 0, 2] as [UInt8] } }, .jpeg)
        expectLinear({ Array(repeating: 0, count: $0) }, .png)
        expectLinear({ Array(repeating: 0, count: $0) }, .gif)
        expectLinear({ Array(repeating: 1, count: $0) }, .gif)
    }
}
