import Foundation
import ImageFormats
import TestSupport
import Testing

/// The content of an image's header.
@Suite struct ImageHeaderTests {
    @Test(arguments: try TestPicture.names().filter { $0 != "huge.png" && !$0.hasPrefix("large") })
    func `The header of every form is read`(name: String) throws {
        let header = try ImageHeader(of: TestPicture.data(name))
        #expect(header.size == PixelSize(width: 64, height: 48))
        let kind = name.split(separator: ".").last == "jpg" ? "jpeg" : name.split(separator: ".").last.map(String.init)
        #expect(header.format.rawValue == kind)
        let orientation = name.hasPrefix("orientation") ? name.first(where: \.isNumber)?.wholeNumberValue : 1
        #expect(header.orientation.rawValue == orientation)
        let areProgressive = ["progressive.jpg", "one-by-one.jpg", "plain.gif", "interlaced.png"]
        #expect(header.isProgressive == areProgressive.contains(name))
        #expect(header.hasAlpha == (name.hasPrefix("transparent") || name.hasSuffix(".gif")))
    }

    @Test(
        arguments: [
            ("plain.jpg", 3, 8), ("grey.jpg", 1, 8), ("cmyk.jpg", 4, 8), ("ycck.jpg", 4, 8), ("plain.png", 3, 8),
            ("grey.png", 1, 8), ("one-bit.png", 1, 1), ("sixteen-bits.png", 3, 16), ("transparent.png", 4, 8),
            ("indexed.png", 1, 1), ("transparent.webp", 4, 8),
            ("lossy.webp", 3, 8),
        ])
    func `Channels and their bits are read`(name: String, channels: Int, bitDepth: Int) throws {
        let header = try ImageHeader(of: TestPicture.data(name))
        #expect(header.channels == channels)
        #expect(header.bitDepth == bitDepth)
    }

    @Test(arguments: ["huge.png", "large-progressive.jpg"])
    func `The first kilobyte is enough, whatever follows it`(name: String) throws {
        var data = try TestPicture.data(name)
        let header = try ImageHeader(of: data)
        #expect(header.size.width >= 3_000)
        data.replaceSubrange(1_024..., with: [])
        #expect(try ImageHeader(of: data) == header)
    }

    @Test func `The bytes of a video behind a progressive JPEG aren't taken for scans`() throws {
        let data = try TestPicture.data("progressive.jpg")
        let video = Data(repeatElement([0xFF, 0xDA], count: 1_000).joined())
        #expect(try ImageHeader(of: data + video) == ImageHeader(of: data))
    }

    @Test func `A slice is read like its bytes`() throws {
        for name in try TestPicture.names() {
            let data = try TestPicture.data(name)
            let slice = (Data("before".utf8) + data).dropFirst(6)
            #expect(try ImageHeader(of: slice) == ImageHeader(of: data))
        }
    }

    @Test func `A header that is cut short or has no size is an error`() throws {
        for name in try TestPicture.names() {
            let data = try TestPicture.data(name)
            #expect(throws: ImageFormatError.self, "\(name)") { try ImageHeader(of: data.prefix(16)) }
        }
        for (name, sizes) in [("plain.png", 16..<24), ("plain.gif", 6..<10)] {
            var data = try TestPicture.data(name)
            data.replaceSubrange(sizes, with: [UInt8](repeating: 0, count: sizes.count))
            #expect(throws: ImageFormatError.malformed("the image has no pixels")) { try ImageHeader(of: data) }
        }
    }
}
