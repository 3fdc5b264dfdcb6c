import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Dates, captions and places of hundreds of files written by exiftool, compared with exiftool's own readings.
///
/// Every field and every pair of fields is in a JPEG and a PNG, and every field in each other format that supports it.
@Suite struct MetadataTableTests {
    /// A field, and its names in exiftool's reports.
    private struct Field {
        let arguments: [String]
        let tags: [String]

        init(_ arguments: [String], _ tags: String...) {
            (self.arguments, self.tags) = (arguments, tags)
        }
    }

    private struct File {
        let name: String
        let arguments: [String]
    }

    private static let formats = [
        "jpg": "plain.jpg", "png": "plain.png", "webp": "lossy.webp", "gif": "plain.gif", "avif": "plain.avif",
        "heic": "plain.heic",
    ]

    // The fields are in the order of precedence.

    private static let dates = [
        Field(
            [
                "-EXIF:DateTimeOriginal=2001:01:01 01:01:01", "-EXIF:OffsetTimeOriginal=+02:00",
                "-EXIF:SubSecTimeOriginal=25",
            ], "ExifIFD:DateTimeOriginal"),
        Field(["-XMP-photoshop:DateCreated=2002:02:02 02:02:02+03:00"], "XMP-photoshop:DateCreated"),
        Field(["-XMP-exif:DateTimeOriginal=2003:03:03 03:03:03.5"], "XMP-exif:DateTimeOriginal"),
        Field(
            ["-IPTC:DateCreated=2004:04:04", "-IPTC:TimeCreated=04:04:04-05:00"], "IPTC:DateCreated", "IPTC:TimeCreated"
        ),
        Field(["-EXIF:CreateDate#=2005-05-05 05:05:05"], "ExifIFD:CreateDate"),
        Field(["-PNG:CreationTime=2006:06:06 06:06:06"], "PNG:CreationTime"),
        Field(["-XMP-xmp:CreateDate=2007:07:07 07:07:07Z"], "XMP-xmp:CreateDate"),
        Field(
            ["-IPTC:DigitalCreationDate=2008:08:08", "-IPTC:DigitalCreationTime=08:08:08+00:00"],
            "IPTC:DigitalCreationDate", "IPTC:DigitalCreationTime"),
        Field(["-EXIF:GPSDateStamp=2011:11:11", "-EXIF:GPSTimeStamp=11:11:11"], "Composite:GPSDateTime"),
        Field(["-XMP-exif:GPSDateTime=2012:12:12 12:12:12Z"], "XMP-exif:GPSDateTime"),
        Field(["-EXIF:ModifyDate=2009:09:09 09:09:09"], "IFD0:ModifyDate"),
        Field(["-XMP-xmp:ModifyDate=2010:10:10 10:10:10"], "XMP-xmp:ModifyDate"),
    ]

    private static let captions = [
        Field(["-EXIF:ImageDescription=Λιμάνι"], "IFD0:ImageDescription"),
        Field(["-PNG:Description=a description"], "PNG:Description"),
        Field(["-XMP-dc:Description=salt & <pepper>"], "XMP-dc:Description"),
        Field(["-CodedCharacterSet=UTF8", "-IPTC:Caption-Abstract=Große Straße"], "IPTC:Caption-Abstract"),
        Field(["-EXIF:XPTitle=заголовок"], "IFD0:XPTitle"),
        Field(["-EXIF:XPComment=примечание"], "IFD0:XPComment"),
        Field(["-EXIF:UserComment=日本の海"], "ExifIFD:UserComment"),
        Field(["-PNG:Comment=words"], "PNG:Comment"),
        Field(["-XMP-exif:UserComment=of XMP"], "XMP-exif:UserComment"),
        Field(["-File:Comment=at the end"], "File:Comment", "GIF:Comment"),
        Field(["-PNG:Title=one title"], "PNG:Title"), Field(["-XMP-dc:Title=another title"], "XMP-dc:Title"),
        Field(["-XMP-photoshop:Headline=a headline"], "XMP-photoshop:Headline"),
        Field(["-IPTC:Headline=old headline"], "IPTC:Headline"),
        Field(["-IPTC:ObjectName=an object"], "IPTC:ObjectName"),
    ]

    private static let places = [
        Field(
            ["-XMP-iptcCore:Location=Pláka", "-XMP-photoshop:City=Athína", "-XMP-photoshop:Country=Greece"],
            "XMP-iptcCore:Location", "XMP-photoshop:City", "XMP-photoshop:Country"),
        Field(
            ["-XMP-iptcExt:LocationCreatedCity=Patras", "-XMP-iptcExt:LocationCreatedCountryName=Hellas"],
            "XMP-iptcExt:LocationCreatedCity", "XMP-iptcExt:LocationCreatedCountryName"),
        Field(["-XMP-iptcExt:LocationShownCity=Volos"], "XMP-iptcExt:LocationShownCity"),
        Field(
            ["-IPTC:Sub-location=Louvre", "-IPTC:City=Paris", "-IPTC:Country-PrimaryLocationName=France"],
            "IPTC:Sub-location", "IPTC:City", "IPTC:Country-PrimaryLocationName"),
        Field(
            [
                "-EXIF:GPSLatitude=33.857", "-EXIF:GPSLatitudeRef=S", "-EXIF:GPSLongitude=151.215",
                "-EXIF:GPSLongitudeRef=E",
            ], "Composite:GPSLatitude", "Composite:GPSLongitude"),
        Field(
            ["-XMP-exif:GPSLatitude=52.525", "-XMP-exif:GPSLongitude=-13.375"], "XMP-exif:GPSLatitude",
            "XMP-exif:GPSLongitude"),
    ]

    /// Every field in every format, and every pair of fields in a JPEG and a PNG.
    private static let files: [File] = {
        let kinds = [dates, captions, places]
        var files: [File] = []
        func add(_ type: String, _ fields: [Field]) {
            files.append(File(name: "\(files.count).\(type)", arguments: fields.flatMap(\.arguments)))
        }
        for fields in kinds {
            for type in formats.keys.sorted() { for field in fields { add(type, [field]) } }
            for type in ["jpg", "png"] {
                for (index, field) in fields.enumerated() {
                    for other in fields[..<index] { add(type, [other, field]) }
                }
            }
        }
        return files
    }()

    /// Writes all files with one run of exiftool. A format ignores unsupported fields.
    private func write(to folder: URL) async throws {
        for file in Self.files {
            let picture = try TestPicture.data(#require(Self.formats[String(file.name.split(separator: ".")[1])]))
            try picture.write(to: folder.appending(path: file.name))
        }
        let runs = Self.files.map { file in
            (["-m", "-q", "-z", "-overwrite_original"] + file.arguments + [folder.appending(path: file.name).path])
                .joined(separator: "\n")
        }
        let arguments = folder.appending(path: "arguments")
        try Data(runs.joined(separator: "\n-execute\n").utf8).write(to: arguments)
        // Its status reports files without any of the fields.
        _ = try await TestProgram.run(["exiftool", "-@", arguments.path])
    }

    private func read(_ folder: URL) async throws -> [String: [String: String]] {
        let result = try await TestProgram.succeed(["exiftool", "-json", "-G1", "-n", folder.path])
        let all = try #require(JSONSerialization.jsonObject(with: result.output) as? [[String: Any]])
        return all.reduce(into: [:]) { tags, file in
            tags[URL(filePath: "\(file["SourceFile"] ?? "")").lastPathComponent] = file.mapValues { "\($0)" }
        }
    }

    private func first(_ fields: [Field], _ tags: [String: String]) -> (field: Int, values: [String])? {
        for (index, field) in fields.enumerated() {
            let values = field.tags.compactMap { tags[$0] }
            if !values.isEmpty { return (index, values) }
        }
        return nil
    }

    /// Returns the digits of a time, without the zeros at the end of a fraction.
    private func digits(_ time: String) -> String { time.filter(\.isNumber) }

    private func expectedDate(_ tags: [String: String]) -> (time: String, offset: String?)? {
        guard let text = first(Self.dates, tags)?.values.joined(separator: " ") else { return nil }
        let zone = text.firstMatch(of: /(?:([-+]\d\d:\d\d)|Z)$/)
        let isOriginal = text == tags["ExifIFD:DateTimeOriginal"]
        let fraction = isOriginal ? tags["ExifIFD:SubSecTimeOriginal"].map { ".\($0)" } ?? "" : ""
        let offset = zone.map { $0.1.map(String.init) ?? "+00:00" } ?? exifOffset(tags, of: text)
        return (digits(String(text[..<(zone?.range.lowerBound ?? text.endIndex)]) + fraction), offset)
    }

    /// The offset of EXIF counts for all times of EXIF.
    private func exifOffset(_ tags: [String: String], of text: String) -> String? {
        let isEXIF = ["ExifIFD:DateTimeOriginal", "ExifIFD:CreateDate", "IFD0:ModifyDate"].contains { tags[$0] == text }
        return isEXIF ? tags["ExifIFD:OffsetTimeOriginal"] : nil
    }

    private func expectedPlace(_ tags: [String: String]) throws -> String? {
        guard let (field, values) = first(Self.places, tags) else { return nil }
        guard field >= 4 else { return values.joined(separator: ", ") }
        return GPSCoordinates(latitude: Double(values[0]), longitude: Double(values[1]))?.text
    }

    @Test func `Dates, captions and places are those that exiftool reads, in the documented order`() async throws {
        let folder = TemporaryFolder()
        try await write(to: folder.url)
        let tags = try await read(folder.url)
        #expect(Self.files.count > 350)
        var found = (dates: 0, captions: 0, places: 0)
        for file in Self.files {
            let data = try Data(contentsOf: folder.url.appending(path: file.name))
            let metadata = try ImageMetadata(of: ReadBytes(data), format: #require(ImageFormat(of: data)))
            let tags = try #require(tags[file.name])
            let (time, date) = (metadata.captureTime?.texts, expectedDate(tags))
            let caption = first(Self.captions, tags)?.values.first
            let place = try expectedPlace(tags)
            #expect(time.map { digits($0.time) } == date?.time, "\(file)")
            #expect(time?.offset == date?.offset, "\(file)")
            #expect(metadata.caption == caption, "\(file)")
            #expect(metadata.location == place, "\(file)")
            found.dates += date == nil ? 0 : 1
            found.captions += caption == nil ? 0 : 1
            found.places += place == nil ? 0 : 1
        }
        #expect(found.dates > 100 && found.captions > 200 && found.places > 40, "\(found)")
    }
}
