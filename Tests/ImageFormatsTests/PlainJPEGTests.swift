import Foundation
import ImageFormats
import TestSupport
import Testing

/// Which JPEGs count as containing only what decoding needs.
@Suite struct PlainJPEGTests {
    private let size = PixelSize(width: 64, height: 48)

    @Test func `A plain JPEG is one of its size that holds only tables, a frame and a scan`() throws {
        let jpeg = try TestPicture.data("plain.jpg")
        #expect(PlainJPEG.matches(jpeg, size))
        #expect(!PlainJPEG.matches(jpeg, PixelSize(width: 48, height: 64)))
    }

    @Test func `A JPEG that is cut, goes on, or holds anything else isn't plain`() throws {
        let jpeg = try TestPicture.data("plain.jpg")
        let comment = Data([0xFF, 0xFE, 0, 4, 1, 2])
        #expect(!PlainJPEG.matches(jpeg[..<2] + comment + jpeg[2...], size))
        #expect(!PlainJPEG.matches(jpeg.dropLast(2) + comment + jpeg.suffix(2), size))
        #expect(!PlainJPEG.matches(jpeg + Data([0]), size))
        #expect(!PlainJPEG.matches(jpeg + jpeg, size))
        #expect(!PlainJPEG.matches(Data(), size))
        for count in stride(from: 1, to: jpeg.count, by: 7) { #expect(!PlainJPEG.matches(jpeg.prefix(count), size)) }
        for name in ["orientation-6.jpg", "progressive.jpg", "grey.jpg", "cmyk.jpg", "display-p3.jpg", "plain.png"] {
            let data = try TestPicture.data(name)
            #expect(try !PlainJPEG.matches(data, ImageHeader(of: data).size), "\(name)")
        }
    }
}
