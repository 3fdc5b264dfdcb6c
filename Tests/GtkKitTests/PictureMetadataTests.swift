import Foundation
import GtkKit
import TestSupport
import Testing

/// What stands beside the pixels, where there is too much of it.
@Suite struct PictureMetadataTests {
    @Test(
        "N029 The first EXIF data counts, however many follow it and whatever they point at",
        arguments: ["orientation-6.png", "orientation-6.webp"])
    func test_header_readsFirstOrientation(name: String) throws {
        var data = try TestPicture.data(name)
        let isPNG = name.hasSuffix("png")
        let (count, size) = (20_000, isPNG ? 20 : 16)
        for index in 0..<count {
            // All of them point at the one directory behind the last.
            let distance = UInt32((count - index) * size - 8).littleEndian
            let exif = Data("II*\0".utf8) + withUnsafeBytes(of: distance) { Data($0) }
            if isPNG {
                data += [0, 0, 0, 8] + Data("eXIf".utf8) + exif + [0, 0, 0, 0]
            } else {
                data += Data("EXIF".utf8) + [8, 0, 0, 0] + exif
            }
        }
        data += [0xFF, 0xFF] + Data(count: 65_535 * 12)
        #expect(try PictureDecoder.header(of: data).orientation == .rightTop)
    }
}
