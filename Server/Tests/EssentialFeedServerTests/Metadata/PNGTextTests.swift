import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Metadata in a PNG as programs write it that are older than its chunk for EXIF, or don't use it.
@Suite struct PNGTextTests {
    private let folder = TemporaryFolder()

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private func metadata(_ picture: Data) throws -> ImageMetadata {
        try ImageMetadata(of: ReadBytes(picture), format: .png)
    }

    @Test func `What exiv2 hides in a PNG's text is read: caption, date and orientation`() async throws {
        let path = url("a.png").path
        try TestPicture.data("plain.png").write(to: url("a.png"))
        for change in [
            "set Exif.Image.ImageDescription A caption", "set Exif.Photo.DateTimeOriginal 2020:05:20 11:24:59",
            "set Exif.Image.Orientation 6",
        ] {
            try await TestProgram.succeed(["exiv2", "-M", change, path])
        }
        let picture = try Data(contentsOf: url("a.png"))
        #expect(picture.range(of: Data("zTXtRaw profile type exif".utf8)) != nil)
        #expect(try metadata(picture).caption == "A caption")
        #expect(try metadata(picture).captureTime == CaptureTime("2020:05:20 11:24:59"))
        #expect(try ImageHeader(of: picture).orientation == .rightTop)
    }

    @Test(arguments: [("XMP-dc:Description", "zTXtRaw profile type xmp"), ("IPTC:Caption-Abstract", "type 8bim")])
    func `A caption that ImageMagick moves from a JPEG into a PNG is read`(field: String, text: String) async throws {
        try TestPicture.data("plain.jpg").write(to: url("a.jpg"))
        try await TestProgram.succeed([
            "exiftool", "-q", "-overwrite_original", "-\(field)=A caption", url("a.jpg").path,
        ])
        try await TestProgram.succeed(["convert", url("a.jpg").path, url("a.png").path])
        let picture = try Data(contentsOf: url("a.png"))
        #expect(picture.range(of: Data(text.utf8)) != nil)
        #expect(try metadata(picture).caption == "A caption")
    }

    /// Returns a PNG with a profile in hexadecimal digits.
    private func png(_ kind: String, _ profile: [UInt8]) -> Data {
        let digits = profile.map { String(format: "%02x", $0) }.joined()
        return Pictures.png(chunks: [
            ("tEXt", Array("Raw profile type \(kind)\0\n\(kind)\n      \(profile.count)\n\(digits)\n".utf8))
        ])
    }

    @Test func `A profile in a text is read with and without the beginning that it has in a JPEG`() throws {
        let exif = Pictures.exif(description: Array("of EXIF".utf8))
        let xmp = Array(Pictures.xmp("<dc:description>of XMP</dc:description>").utf8)
        let record: [UInt8] = [0x1C, 2, 120] + Pictures.number(7, 2) + Array("of 8bim".utf8)
        let head: [UInt8] = Array("8BIM".utf8) + Pictures.number(0x0404, 2) + [0, 0] + Pictures.number(record.count, 4)
        let (longEXIF, longXMP) = (Array("Exif\0\0".utf8) + exif, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
        let profiles: [(String, [UInt8], String)] = [
            ("exif", exif, "of EXIF"), ("exif", longEXIF, "of EXIF"), ("APP1", longEXIF, "of EXIF"),
            ("xmp", xmp, "of XMP"), ("APP1", longXMP, "of XMP"), ("8bim", head + record, "of 8bim"),
            ("iptc", Array("Photoshop 3.0\0".utf8) + head + record, "of 8bim"), ("iptc", record, "of 8bim"),
        ]
        for (kind, profile, expected) in profiles {
            #expect(try metadata(png(kind, profile)).caption == expected, "\(kind)")
        }
    }

    @Test func `A PNG's EXIF data may begin as it does in a JPEG`() throws {
        let exif = Pictures.exif(description: Array("a caption".utf8), taken: "2020:05:20 11:24:59")
        let read = try metadata(Pictures.png(chunks: [("eXIf", Array("Exif\0\0".utf8) + exif)]))
        #expect(read.caption == "a caption")
        #expect(read.captureTime == CaptureTime("2020:05:20 11:24:59"))
        var turned = try TestPicture.data("orientation-6.png")
        let chunk = try #require(turned.range(of: Data("eXIf".utf8)))
        turned[chunk.lowerBound - 1] += 6
        turned.insert(contentsOf: Data("Exif\0\0".utf8), at: chunk.upperBound)
        #expect(try ImageHeader(of: turned).orientation == .rightTop)
    }

    @Test func `A PNG is turned by EXIF data after its pixels, too, as ImageMagick writes it`() throws {
        let picture = try TestPicture.data("orientation-6.png")
        let name = try #require(picture.range(of: Data("eXIf".utf8))).lowerBound
        let chunk = picture[(name - 4)..<(name + 8 + Int(picture[name - 1]))]
        let rest = picture[chunk.endIndex...].dropLast(12)
        #expect(rest.range(of: Data("IDAT".utf8)) != nil)
        let moved = picture[..<chunk.startIndex] + rest + chunk + picture.suffix(12)
        #expect(try ImageHeader(of: moved).orientation == .rightTop)
    }

    @Test func `EXIF's texts may be marked as UTF-8`() throws {
        var exif = Data(Pictures.exif(description: Array("Λιμάνι".utf8)))
        let type = try #require(exif.range(of: Data([0x01, 0x0E, 0, 2])))
        exif[type.upperBound - 1] = 129
        #expect(try metadata(Pictures.png(chunks: [("eXIf", Array(exif))])).caption == "Λιμάνι")
    }
}
