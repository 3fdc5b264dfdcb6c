import Foundation
import ImageDecoding
import ImageFormats
import TestSupport
import Testing

/// Images with too many EXIF blocks and profiles.
@Suite struct PictureMetadataTests {
    @Test(arguments: ["orientation-6.png", "orientation-6.webp"])
    func `The first block of EXIF data counts, however many follow it and whatever they point to`(name: String) throws {
        var data = try TestPicture.data(name)
        let isPNG = name.hasSuffix("png")
        let (count, size) = (20_000, isPNG ? 20 : 16)
        for index in 0..<count {
            // All of them point to one directory behind the last.
            let distance = UInt32((count - index) * size - 8).littleEndian
            let exif = Data("II*\0".utf8) + withUnsafeBytes(of: distance) { Data($0) }
            if isPNG {
                data += [0, 0, 0, 8] + Data("eXIf".utf8) + exif + [0, 0, 0, 0]
            } else {
                data += Data("EXIF".utf8) + [8, 0, 0, 0] + exif
            }
        }
        data += [0xFF, 0xFF] + Data(count: 65_535 * 12)
        #expect(try DecodePlan(of: data).image.orientation == .rightTop)
    }

    @Test func `The estimate of a JPEG counts its profile, even if that is broken`() throws {
        let box = PixelSize(width: 40, height: 30)
        var data = try TestPicture.data("plain.jpg")
        let estimate = try DecodePlan(of: data).estimatedBytes(filling: box)
        data.insert(contentsOf: Self.markers(100), at: 2)
        #expect(try DecodePlan(of: data).estimatedBytes(filling: box) == estimate + 100 * 65_533 * 8)
        #expect(throws: Never.self) { try PictureDecoder().decode(data, filling: box) }
    }

    @Test func `The estimate of a JPEG counts everything that is kept between its scans`() async {
        await #expect(processExitsWith: .success) {
            let box = PixelSize(width: 40, height: 30)
            var data = try TestPicture.data("progressive.jpg")
            _ = try PictureDecoder().decode(data, filling: box)
            let scan = try #require(data.ranges(of: [0xFF, 0xDA]).dropFirst().first)
            data.insert(contentsOf: Self.markers(1_024), at: scan.lowerBound)
            let estimate = try DecodePlan(of: data).estimatedBytes(filling: box)
            let before = try Memory.forgetPeak()
            _ = try PictureDecoder().decode(data, filling: box)
            let peak = try Memory.peak() - before
            precondition(peak <= estimate, "\(peak) of \(estimate) bytes")
        }
    }

    /// Segments for profiles, of the maximum length.
    private static func markers(_ count: Int) -> Data {
        let marker = Data([0xFF, 0xE2, 0xFF, 0xFF]) + Data(count: 65_533)
        return (0..<count).reduce(into: Data()) { data, _ in data += marker }
    }
}
