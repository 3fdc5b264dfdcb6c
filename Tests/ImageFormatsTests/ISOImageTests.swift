import Foundation
import ImageFormats
import TestSupport
import Testing

@Suite struct ISOImageTests {
    private static let names = ["library.avif", "library.heic", "phone.avif", "phone.heic"]

    @Test(
        "Size, orientation and colours of an AVIF or a HEIC are read from its boxes",
        arguments: [
            ("phone.heic", PixelSize(width: 120, height: 100), ImageOrientation.rightTop, false),
            ("phone.avif", PixelSize(width: 120, height: 100), .rightBottom, false),
            ("library.heic", PixelSize(width: 64, height: 48), .topLeft, true),
            ("library.avif", PixelSize(width: 64, height: 48), .leftTop, true),
        ])
    func initReadsTheHeader(name: String, size: PixelSize, orientation: ImageOrientation, hasAlpha: Bool) throws {
        let header = try ImageHeader(of: PrivatePicture.data(name))
        #expect(header.size == size)
        #expect(header.orientation == orientation)
        #expect(header.hasAlpha == hasAlpha)
        #expect(header.channels == (hasAlpha ? 4 : 3))
        #expect(header.bitDepth == 8)
        #expect(header.format == ImageFormat(of: try PrivatePicture.data(name)))
    }

    @Test(arguments: names)
    func `The end of an AVIF or a HEIC is there if all of its items are, whatever follows them`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let format = try #require(ImageFormat(of: data))
        #expect(format.hasEnd(in: data))
        #expect(format.hasEnd(in: data + Data("whatever follows".utf8)))
        #expect(try format.hasEnd(in: ReadBytes(data)))
        for count in [data.count / 4, 40] { #expect(!format.hasEnd(in: data.prefix(count))) }
    }

    @Test(arguments: names)
    func `Broken AVIF and HEIC are read or throw`(name: String) throws {
        let data = try PrivatePicture.data(name)
        // Tables come first; the remainder is read as it is.
        for index in data.indices.prefix(2_500) {
            for value in [0x00, 0xFF] as [UInt8] {
                var broken = data
                broken[index] = value
                do throws(ImageFormatError) {
                    _ = try ImageHeader(of: broken)
                } catch {}
            }
        }
    }
}
