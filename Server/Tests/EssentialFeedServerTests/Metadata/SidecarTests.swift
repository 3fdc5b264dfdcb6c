import Foundation
import ImageFormats
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The metadata in files beside a photo.
@Suite struct SidecarTests {
    private func describes(_ sidecar: String, _ photo: String) -> Bool {
        SidecarName(Array(sidecar.utf8))?.describes(Array(photo.utf8)) ?? false
    }

    @Test(
        arguments: [
            ("x.xmp", "x.jpg"), ("x.jpg.xmp", "x.jpg"), ("x.XMP", "x.HEIC"), ("a.b.xmp", "a.b.jpg"),
            ("x.jpg.json", "x.jpg"), ("x.jpg.supplemental-metadata.json", "x.jpg"), ("x.xmp", "x"),
            ("x (1).jpg.supplemental-metadata.json", "x (1).jpg"), ("x.jpg.supplemental-meta.json", "x.jpg"),
            ("x.jpg.supplemental-meta.json", "x.jpg"),
            ("x.supplemental-metadata.json", "x"), ("e\u{301} (1).xmp", "\u{E9} (1).jpg"),
            ("x.jpg.suppl.json", "x.jpg"), ("x.jpg.s.json", "x.jpg"), ("x.jpg(1).json", "x(1).jpg"),
            ("x.jpg.supplemental-metadata(1).json", "x(1).jpg"), ("x(1).jpg.json", "x(1).jpg"),
            ("x.jpg.json", "x-edited.jpg"), ("x.jpg(1).json", "x-edited(1).jpg"),
            ("x.jpg.supplemental-metadata.json", "x-bearbeitet.jpg"), ("x.jpg.json", "x-modifie\u{301}.jpg"),
            (
                "a-name-that-is-so-long-that-Takeout-cuts-it-of.json",
                "a-name-that-is-so-long-that-Takeout-cuts-it-off-somewhere.jpg"
            ),
            (
                "a-name-that-is-so-long-that-Takeout-cuts-it-of(1).json",
                "a-name-that-is-so-long-that-Takeout-cuts-it-off-somewhere(1).jpg"
            ),
            (
                "a-name-that-is-so-long-that-Takeout-cuts-it.jp(1).json",
                "a-name-that-is-so-long-that-Takeout-cuts-it-edited(1).jpg"
            ),
            (
                "a-name-that-is-so-long-that-others-do-not-cut-it-off.jpg.XMP",
                "a-name-that-is-so-long-that-others-do-not-cut-it-off.jpg"
            ), ("x.jpg.suppl(1).json", "x(1).jpg"), ("x.supplemental-metadata(1).json", "x-edited(1)"),
        ])
    func `A file describes the photo whose name it has`(sidecar: String, photo: String) {
        #expect(describes(sidecar, photo))
        let (sidecar, photo) = (FolderPath(sidecar), FolderPath(photo))
        let photos = SidecarName(sidecar.name)?.rangesOfPhotos ?? []
        for (ranges, path) in [(SidecarName.ranges(ofSidecarsOf: photo.name), sidecar), (photos, photo)] {
            #expect(ranges.contains { $0.contains(path) })
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        }
    }

    @Test(
        arguments: [
            ("Holiday(#).gif", "Holiday.gif(#).json", 1), ("Holiday-#.gif", "Holiday.gif(#).json", 0),
            (
                "a name of more than forty-six characters, number #.jpg",
                "a name of more than forty-six characters, number #.jpg.json", 1
            ),
        ])
    func `The time to find the files beside photos grows with their number alone`(
        photo: String, sidecar: String, found: Int
    ) {
        func paths(_ name: String, _ count: Int) -> [FolderPath] {
            (100..<100 + count).map { FolderPath(name.replacingOccurrences(of: "#", with: "\($0)")) }
        }
        func catalog(_ count: Int) -> Result<SQLiteCatalog, any Error> {
            Result {
                let catalog = try SQLiteCatalog.inMemory(root: FilePath("/photos"), settings: .knowingKey())
                let files = (paths(photo, count) + paths(sidecar, count)).map { ImaginaryPhoto(number: 1).file(at: $0) }
                try catalog.note(files) { _ in .nothing }
                return catalog
            }
        }
        func findSidecars(in catalog: SQLiteCatalog) throws {
            let photos = try catalog.filesToRead(limit: .max)
            #expect(photos.allSatisfy { $0.sidecars.count == found })
        }
        func findPhotos(in catalog: SQLiteCatalog) throws {
            let sidecars = paths(sidecar, try catalog.filesToReadCount())
            try catalog.change { transaction in
                for path in sidecars { try transaction.readAgain(describedBy: path) }
            }
        }
        for find in [findSidecars, findPhotos] {
            let growth = growth(from: 16, input: catalog) { catalog in
                #expect(throws: Never.self) { try find(catalog.get()) }
            }
            #expect(growth < linearGrowth, "\(growth)")
        }
    }

    @Test(
        arguments: [
            "Holiday (2).jpg", "Holiday (2).jpg.xmp", "Holiday .jpg(2).json", "2024.01.02 x.jpg", "2024.01.02 x.xmp",
            "a name of more than forty-six characters, number 2.jpg.json",
        ])
    func `Photos that share the start of a name aren't looked through for each other's files`(other: String) throws {
        let long = "a name of more than forty-six characters, number 1.jpg"
        for name in ["Holiday (1).jpg", "2024.01.01 x.jpg", long] {
            let path = FolderPath(bytes: Array(other.utf8))
            #expect(!SidecarName.ranges(ofSidecarsOf: Array(name.utf8)).contains { $0.contains(path) })
            for type in [".xmp", ".json", ".supplemental-metadata.json"] {
                let sidecar = try #require(SidecarName(Array((name + type).utf8)))
                #expect(!sidecar.rangesOfPhotos.contains { $0.contains(path) }, "\(type)")
            }
        }
    }

    @Test(
        arguments: [
            ("x.xmp", "y.jpg"), ("x.jpg.xmp", "x.png"), ("x.jpg.json", "x(1).jpg"), ("x.jpg(1).json", "x.jpg"),
            ("x.jpg(2).json", "x(1).jpg"), ("x.json", "x.jpg"), ("x.jpg.other.json", "x.jpg"), ("x.txt", "x.jpg"),
            ("metadata.json", "metadata.jpg"), ("x.jp.json", "x.jpg"),
        ])
    func `A file doesn't describe another photo`(sidecar: String, photo: String) {
        #expect(!describes(sidecar, photo))
    }

    private static let own = ImageMetadata(
        caption: "own", captureTime: CaptureTime("2020:05:20 11:24:59", offset: "+02:00"), isCaptureTimeLasting: true,
        location: "Athens")

    private func xmp(_ content: String) -> Data { Data(Pictures.xmp(content).utf8) }

    @Test func `XMP beside a photo replaces what the photo says`() {
        var metadata = Self.own
        metadata.add(
            xmp(
                "<dc:description>edited</dc:description><photoshop:City>Patras</photoshop:City>"
                    + "<exif:DateTimeOriginal>2019:01:02 03:04:05</exif:DateTimeOriginal>"), .xmp)
        #expect(metadata.caption == "edited")
        #expect(metadata.location == "Patras")
        #expect(metadata.captureTime == CaptureTime("2019:01:02 03:04:05"))
    }

    @Test func `XMP beside a photo changes neither what it doesn't name nor the time by its own times`() {
        var metadata = Self.own
        metadata.add(
            xmp("<xmp:ModifyDate>2024-01-01T00:00:00Z</xmp:ModifyDate><xmp:CreateDate>2023-01-01</xmp:CreateDate>"),
            .xmp)
        metadata.add(xmp("<exif:DateTimeOriginal>2020:05:20 11:24:59</exif:DateTimeOriginal>"), .xmp)
        metadata.add(Data("no XMP".utf8), .xmp)
        #expect(metadata == Self.own)
    }

    private static let takeout = Data(
        """
        {"title": "x.jpg", "description": "from Takeout", "photoTakenTime": {"timestamp": "1589966699", "formatted": "…"},
        "geoData": {"latitude": 48.8583, "longitude": 2.2945, "altitude": 0.0}, "people": [{"name": "Lena"}]}
        """.utf8)

    @Test func `Takeout's JSON fills what a photo lacks, and nothing else`() {
        var (empty, full) = (ImageMetadata(), Self.own)
        empty.add(Self.takeout, .takeout)
        full.add(Self.takeout, .takeout)
        #expect(full == Self.own)
        #expect(empty.caption == "from Takeout")
        #expect(empty.location == "48.858° N, 2.294° E" || empty.location == "48.858° N, 2.295° E")
        #expect(empty.captureTime == CaptureTime("2020:05:20 09:24:59", offset: "Z"))
        #expect(empty.isCaptureTimeLasting)
    }

    @Test func `The capture time that XMP beside a photo says is one that exports don't change`() {
        var (original, digitized) = (ImageMetadata(captureTime: CaptureTime("2021:01:01 00:00:00")), ImageMetadata())
        original.add(xmp("<exif:DateTimeOriginal>2020:05:20 11:24:59</exif:DateTimeOriginal>"), .xmp)
        #expect(original.isCaptureTimeLasting)
        digitized.add(xmp("<xmp:ModifyDate>2024-01-01T00:00:00Z</xmp:ModifyDate>"), .xmp)
        #expect(!digitized.isCaptureTimeLasting)
        digitized.add(xmp("<xmp:CreateDate>2023-01-01</xmp:CreateDate>"), .xmp)
        #expect(digitized.isCaptureTimeLasting)
    }

    @Test func `Takeout's JSON has escaped texts, times as numbers, and the camera's place`() {
        var metadata = ImageMetadata()
        metadata.add(
            Data(
                """
                {"description": "Tom &amp; Jerry&#39;s &lt;3 &amp;lt;", "photoTakenTime": {"timestamp": 1589966699},
                "geoData": {"latitude": 0.0, "longitude": 0.0}, "geoDataExif": {"latitude": 48.5, "longitude": -2.25}}
                """.utf8), .takeout)
        #expect(metadata.caption == "Tom & Jerry's <3 &lt;")
        #expect(metadata.captureTime == CaptureTime("2020:05:20 09:24:59", offset: "Z"))
        #expect(metadata.location == "48.500° N, 2.250° W")
    }

    @Test(
        arguments: [
            "", "[]", "{}", "{\"photoTakenTime\": {\"timestamp\": \"0\"}, \"geoDataExif\": {}}",
            "{\"photoTakenTime\": 1}", "{\"photoTakenTime\": {\"timestamp\": \"0\"}}",
            "{\"photoTakenTime\": {\"timestamp\": \"1e300\"}}", "{\"photoTakenTime\": {\"timestamp\": \"nan\"}}",
            "{\"photoTakenTime\": {\"timestamp\": \"-inf\"}}",
            "{\"photoTakenTime\": {\"timestamp\": \"x\"}, \"geoData\": {\"latitude\": 0.0, \"longitude\": 0.0}}",
            String(repeating: "[", count: 100_000),
        ])
    func `Other JSON beside a photo changes nothing`(json: String) {
        var metadata = ImageMetadata()
        metadata.add(Data(json.utf8), .takeout)
        #expect(metadata == ImageMetadata())
    }
}
