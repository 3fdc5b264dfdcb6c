import EssentialFeed
import Foundation
import ImageFormats
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct PhotoImportTests {
    private let folder = PhotoFolder()

    /// A picture with the time of its last change, 25 seconds after the beginning of 2020.
    private static var written: Data {
        var picture = anyPNG(salt: 10)
        let time = Data("tIME".utf8) + [0x07, 0xE4, 1, 1, 0, 0, 25]
        // After the header.
        picture.insert(contentsOf: [0, 0, 0, 7] + time + CRC32.bytes(of: time), at: 33)
        return picture
    }

    private func names(_ index: PhotoFolder.Index) -> [String] {
        index.photos.map(\.path.displayText)
    }

    @Test func `Server: JPEG, PNG, WebP and GIF are found by content, not by name, in subfolders too`() async throws {
        try folder.write(Pictures.jpeg(), to: "a.jpg", seconds: 4)
        try folder.write(anyPNG(), to: "one/b.txt", seconds: 3)
        try folder.write(Pictures.webp(), to: "one/two/c", seconds: 2)
        try folder.write(Pictures.gif(), to: "d.jpg", seconds: 1)
        let result = try await folder.index()
        #expect(names(result) == ["a.jpg", "one/b.txt", "one/two/c", "d.jpg"])
        #expect(result.photos.map(\.facts.format) == [.jpeg, .png, .webp, .gif])
        #expect(result.lines.isEmpty)
    }

    @Test func `Server: hidden files are ignored; files that are empty or not pictures are named once`() async throws {
        try folder.write(anyPNG(salt: 1), to: ".hidden.png")
        try folder.write(anyPNG(salt: 2), to: ".folder/a.png")
        try folder.write(Data(), to: "empty.png")
        try folder.write("{}", to: "feed.yaml")
        try folder.write("text", to: "notes.txt")
        try folder.write(Data([0x49, 0x49, 0x2A, 0x00, 8, 0, 0, 0]), to: "scan.tiff")
        let result = try await folder.index()
        #expect(result.photos.isEmpty)
        #expect(
            result.lines == [
                "left out, not JPEG, PNG, WebP, GIF, HEIC or AVIF: notes.txt, scan.tiff", "left out, empty: empty.png",
                "the folder has no photos: add JPEG, PNG, WebP, GIF, HEIC or AVIF files",
            ])
    }

    @Test func `Server: an incomplete picture is left out and named, and served once it is complete`() async throws {
        let jpeg = try TestPicture.data("plain.jpg")
        try folder.write(jpeg.prefix(jpeg.count / 2), to: "cut.jpg")
        try folder.write(anyPNG().dropLast(), to: "cut.png")
        try folder.write(anyPNG(salt: 1), to: "whole.png")
        let result = try await folder.index()
        #expect(names(result) == ["whole.png"])
        #expect(result.lines == ["left out, incomplete: cut.jpg, cut.png"])
        try folder.write(jpeg, to: "cut.jpg")
        #expect(Set(names(try await folder.index())) == ["cut.jpg", "whole.png"])
    }

    @Test func `Server: after 64 files it can be served; a cancelled start saves what it has read`() async throws {
        let count = 300
        for index in 0..<count { try folder.write(Pictures.jpeg(iptc: Array("\(index)".utf8)), to: "\(index).jpg") }
        let (upToDate, left) = try await cancelledImport(of: folder)
        #expect(!upToDate)
        #expect((1...count - PhotoImport.partSize).contains(left))
        let rest = try await folder.index()
        #expect(rest.filesRead == left)
        #expect(rest.photos.count == count)
        #expect(try await folder.index().filesRead == 0)
    }

    /// Cancels an import as soon as its first part is saved.
    /// - Returns: Whether the import reported its end, and the number of unread files.
    private func cancelledImport(of folder: PhotoFolder) async throws -> (upToDate: Bool, left: Int) {
        let events = Box<[PhotoImport.Event]>([])
        let source = try PhotoSource(try folder.configuration(), threads: .singleton, logger: RecordingLog().logger)
        let run = Task {
            try await source.photos.run { event in
                events.append(event)
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        try await run.value
        return (events.value != [.firstPart], try source.catalog.filesToReadCount())
    }

    @Test func `Server: an image's id depends on its content alone: renaming and restarting keep it`() async throws {
        try folder.write(anyPNG(salt: 1), to: "a.png", seconds: 2)
        try folder.write(anyPNG(salt: 2), to: "b.png", seconds: 1)
        let before = try await folder.index().photos.map(\.id)
        #expect(before == [contentID(anyPNG(salt: 1)), contentID(anyPNG(salt: 2))])
        #expect(before.allSatisfy { $0.uuid.6 >> 4 == 8 && $0.uuid.8 >> 6 == 2 })
        try FileManager.default.createDirectory(at: folder.url("sub"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder.url("a.png"), to: folder.url("sub/c.png"))
        try FileManager.default.moveItem(at: folder.url("b.png"), to: folder.url("a.png"))
        let after = try await folder.index()
        #expect(after.photos.map(\.id) == before)
        #expect(names(after) == ["sub/c.png", "a.png"])
    }

    @Test func `Server: a restart reads only the files that changed`() async throws {
        let exif = Pictures.exif(description: Array("a caption".utf8), taken: "2020:05:20 11:24:59", offset: "-03:30")
        try folder.write(Pictures.jpeg(exif: exif), to: "a.jpg")
        try folder.write(anyPNG(salt: 1), to: "b.png")
        let first = try await folder.index()
        #expect(first.filesRead == 2)
        let second = try await folder.index()
        #expect(second.filesRead == 0)
        #expect(second.photos.map(\.facts) == first.photos.map(\.facts))
        #expect(second.photos.map(\.date) == first.photos.map(\.date))
        try folder.write(anyPNG(salt: 2), to: "b.png", seconds: 1)
        let third = try await folder.index()
        #expect(third.filesRead == 1)
        #expect(Set(third.photos.map(\.id)) == Set([first.photos[0].id, contentID(anyPNG(salt: 2))]))
    }

    @Test(
        "Server: photos are sorted by the date in feed.yaml, capture or modification time, newest first, then by name"
    )
    func buildOrdersByDateWhenSourcesDiffer() async throws {
        try folder.write(Pictures.jpeg(exif: Pictures.exif(taken: "2020:01:01 00:00:30")), to: "exif.jpg", seconds: 999)
        try folder.write(
            Pictures.jpeg(exif: Pictures.exif(taken: "2030:01:01 00:00:00")), to: "document.jpg", seconds: 999)
        for salt in 1...4 as ClosedRange<UInt8> {
            try folder.write(anyPNG(salt: salt), to: "tie\(salt).png", seconds: 20)
        }
        try folder.write(anyPNG(salt: 9), to: "time.png", seconds: 40)
        try folder.write(Self.written, to: "written.png", seconds: 999)
        try folder.write(#"{"photos": [{"file": "document.jpg", "date": "2020-01-01T00:00:35Z"}]}"#, to: "feed.yaml")
        let photos = try await folder.index().photos
        #expect(photos.prefix(4).map(\.path.displayText) == ["time.png", "document.jpg", "exif.jpg", "written.png"])
        #expect(photos.dropFirst(4).map(\.path.displayText) == (1...4).reversed().map { "tie\($0).png" })
    }

    @Test func `Server: photos dated by a day are among those with times at noon, sorted by name`() async throws {
        for (salt, clock) in [(1, "09:00:00"), (2, "18:00:00")] as [(UInt8, String)] {
            let exif = Pictures.exif(taken: "2020:05:20 \(clock)")
            try folder.write(Pictures.jpeg(exif: exif, salt: salt), to: "\(clock.prefix(2)).jpg")
        }
        for (salt, number) in [(3, "0010"), (4, "0002"), (5, "0009")] as [(UInt8, String)] {
            try folder.write(Pictures.jpeg(salt: salt), to: "IMG-20200520-WA\(number).jpg")
        }
        let sorted = ["18", "IMG-20200520-WA0010", "IMG-20200520-WA0009", "IMG-20200520-WA0002", "09"]
        let index = try await folder.index()
        #expect(names(index) == sorted.map { "\($0).jpg" })
    }

    @Test func `Server: of two files with the same content the first by path is served, one is named`() async throws {
        for path in ["b.png", "a/z.png", "c.png"] { try folder.write(anyPNG(), to: path) }
        try folder.write(
            #"{"photos": [{"file": "c.png", "description": "by c"}, {"file": "b.png", "description": "by b"}]}"#,
            to: "feed.yaml")
        let result = try await folder.index()
        #expect(names(result) == ["a/z.png"])
        #expect(result.photos.map(\.description) == ["by c"])
        #expect(
            result.lines == [
                "left out, duplicate: b.png (same as a/z.png), c.png (same as a/z.png)",
                "feed.yaml, line 1: “b.png” is ignored because it is the same photo as “c.png”",
            ])
    }

    @Test func `Server: a copy of a photo that has no date doesn't change the photo's`() async throws {
        try folder.write(anyPNG(), to: "b.png", seconds: 20)
        let dates = try await folder.index().photos.map(\.date)
        try folder.write(anyPNG(), to: "a.png", seconds: 40)
        #expect(try await folder.index().photos.map(\.date) == dates)
        try FileManager.default.removeItem(at: folder.url("a.png"))
        #expect(try await folder.index().photos.map(\.date) == dates)
    }

    /// The oldest copy was modified 20 seconds after the beginning of 2020, or, by a wrong clock, in 1988.
    @Test(arguments: [(false, 20.0), (true, -1e9)])
    func `Server: a photo without a capture time keeps its date when its oldest copy is removed`(
        isWritten: Bool, seconds: Double
    ) async throws {
        let picture = isWritten ? Self.written : anyPNG()
        try folder.write(picture, to: "a.png", seconds: seconds)
        try folder.write(picture, to: "b.png", seconds: 40)
        let dates = try await folder.index().photos.map(\.date)
        try FileManager.default.removeItem(at: folder.url("a.png"))
        #expect(try await folder.index().photos.map(\.date) == dates)
        try folder.write(#"{"photos": [{"file": "b.png", "description": "new"}]}"#, to: "feed.yaml")
        let photos = try await folder.index().photos
        #expect(photos.map(\.date) == dates)
        #expect(photos.map(\.description) == ["new"])
    }

    @Test(arguments: [false, true])
    func `Server: a caption written into a photo that has no date changes neither its date nor its place`(
        isRemovedBefore: Bool
    ) async throws {
        try folder.write(Pictures.jpeg(salt: 1), to: "a.jpg", seconds: 20)
        try folder.write(anyPNG(), to: "b.png", seconds: 40)
        let before = try await folder.index().photos
        for (number, entry) in zip(1..., ["", #"{"file": "a.jpg", "location": "Nafplio"}"#]) {
            if isRemovedBefore {
                try FileManager.default.removeItem(at: folder.url("a.jpg"))
                #expect(try await folder.index().photos.count == 1)
            }
            let exif = Pictures.exif(description: Array("caption \(number)".utf8))
            try folder.write(Pictures.jpeg(exif: exif, salt: 1), to: "a.jpg", seconds: 900 * Double(number))
            try folder.write(#"{"photos": [\#(entry)]}"#, to: "feed.yaml")
            let photos = try await folder.index().photos
            #expect(photos.map(\.id) == before.map(\.id))
            #expect(photos.map(\.date) == before.map(\.date))
            #expect(photos.last?.description == "caption \(number)")
        }
        let taken = Pictures.exif(taken: "2020:05:20 11:24:59", offset: "+02:00")
        try folder.write(Pictures.jpeg(exif: taken, salt: 1), to: "a.jpg", seconds: 2_700)
        let photo = try #require(try await folder.index().photos.last)
        #expect((photo.id, photo.date) == (before[1].id, Date(timeIntervalSince1970: 1_589_966_699)))
    }

    @Test(arguments: ["", #"{"file": "a.jpg", "date": "2018-01-01T00:00:00Z"}"#])
    func `Server: a converted photo keeps its date, but not the document's`(entry: String) async throws {
        let exif = Pictures.exif(taken: "2015:05:20 11:24:59")
        try folder.write(Pictures.jpeg(exif: exif, iptc: Array("one".utf8)), to: "a.jpg")
        let before = try await folder.index().photos
        try folder.write(#"{"photos": [\#(entry)]}"#, to: "feed.yaml")
        try folder.write(Pictures.jpeg(iptc: Array("two".utf8)), to: "b.jpg")
        #expect(try await folder.index().photos.count == 2)
        try FileManager.default.removeItem(at: folder.url("a.jpg"))
        _ = try await folder.index()
        try FileManager.default.removeItem(at: folder.url("feed.yaml"))
        let photos = try await folder.index().photos
        #expect(photos.map(\.path) == [FolderPath("b.jpg")])
        #expect(photos.map(\.id) == before.map(\.id))
        #expect(photos.map(\.date) == before.map(\.date))
    }

    @Test func `Server: a picture of more than 150 megapixels is left out, and reported once`() async throws {
        try folder.write(Pictures.sized(15_000, 10_000), to: "large.png")
        try folder.write(Pictures.sized(15_001, 10_000), to: "huge.png")
        let result = try await folder.index()
        #expect(names(result) == ["large.png"])
        #expect(result.lines.count == 1)
        #expect(result.lines.first?.hasPrefix("left out huge.png: ") == true)
        #expect(result.lines.first?.contains("15001") == true)
    }

    @Test(
        "Server: texts in feed.yaml override those in the picture, an empty one hides it, and a missing file is named")
    func buildTakesTextsWhenInTheDocument() async throws {
        for (salt, name) in ["own.jpg", "given.jpg", "hidden.jpg"].enumerated() {
            let exif = Pictures.exif(description: Array("own".utf8))
            try folder.write(Pictures.jpeg(exif: exif, salt: UInt8(salt)), to: name, seconds: Double(-salt))
        }
        try folder.write(
            """
            {"photos": [{"file": "given.jpg", "description": "given", "location": "there"},
            {"file": "hidden.jpg", "description": "", "location": ""},
            {"file": "gone.jpg"}]}
            """, to: "feed.yaml")
        let result = try await folder.index()
        #expect(result.photos.map(\.description) == ["own", "given", nil])
        #expect(result.places == [nil, "there", nil])
        #expect(
            result.lines
                == ["feed.yaml, line 3: there is no photo “gone.jpg”; correct the path or remove the entry"])
    }

    @Test func `Server: a mistake in feed.yaml prevents the start`() async throws {
        try folder.write("{\n\"photos\": 7}", to: "feed.yaml")
        let error = await #expect(throws: PhotoFolderError.self) { try await folder.index() }
        guard case .invalidDocument(let mistake) = error else { throw try #require(error) }
        #expect(mistake.line == 2)
    }

    @Test func `Server: feed.yaml counts before feed.yml and feed.json, as is said; none is a photo`() async throws {
        try folder.write(anyPNG(), to: "a.png")
        func index() async throws -> (description: String?, lines: [String]) {
            let result = try await folder.index()
            return (result.photos.first?.description, result.lines)
        }
        try folder.write("photos: [{file: a.png, description: yml}]", to: "feed.yml")
        #expect(try await index() == ("yml", []))
        try folder.write("not even JSON", to: "feed.json")
        #expect(
            try await index() == ("yml", ["feed.json is ignored because the folder has feed.yml; keep one of the two"]))
        try folder.write("photos: [{file: a.png, description: yaml}, {file: b.png}]", to: "feed.yaml")
        #expect(
            try await index() == (
                "yaml",
                [
                    "feed.yml is ignored because the folder has feed.yaml; keep one of the two",
                    "feed.json is ignored because the folder has feed.yaml; keep one of the two",
                    "feed.yaml, line 1: there is no photo “b.png”; correct the path or remove the entry",
                ]
            ))
    }

    @Test func `Server: after the time zone was corrected, every date without a zone is right`() async throws {
        let xmp = Pictures.xmp("<exif:DateTimeOriginal>2020-05-20T11:24:59</exif:DateTimeOriginal>")
        let header: [UInt8] = Pictures.number(1, 4) + Pictures.number(1, 4) + [8, 0, 0, 0, 0]
        let pictures: [String: Data] = [
            "exif.jpg": Pictures.jpeg(exif: Pictures.exif(taken: "2020:05:20 11:24:59"), salt: 1),
            "xmp.jpg": Pictures.jpeg(xmp: xmp, salt: 2),
            "iptc.jpg": Pictures.jpeg(iptc: Array("text".utf8), iptcPlace: [55: "20200520", 60: "112459"], salt: 3),
            "text.png": Pictures.png(chunks: [
                ("IHDR", header), ("tEXt", Array("Creation Time\0Wed, 20 May 2020 11:24:59".utf8)), ("IDAT", []),
            ]),
            "beside.jpg": Pictures.jpeg(salt: 4), "signal-2020-05-20-112459.jpg": Pictures.jpeg(salt: 5),
            "takeout.jpg": Pictures.jpeg(salt: 6), "entry.jpg": Pictures.jpeg(salt: 7),
        ]
        for (name, picture) in pictures { try folder.write(picture, to: name) }
        try folder.write(xmp, to: "beside.jpg.xmp")
        try folder.write(#"{"photoTakenTime": {"timestamp": "1589973899"}}"#, to: "takeout.jpg.json")
        try folder.write(#"{"photos": [{"file": "entry.jpg", "date": "2020-05-20T11:24:59Z"}]}"#, to: "feed.yaml")
        func dates(in zone: String) async throws -> [String: Date] {
            var configuration = try folder.configuration()
            configuration.timeZone = try #require(TimeZone(identifier: zone))
            let photos = try await PhotoFolder.index(configuration).photos
            return Dictionary(uniqueKeysWithValues: photos.map { ($0.path.displayText, $0.date) })
        }
        let taken = try Date("2020-05-20T11:24:59Z", strategy: .iso8601)
        let withZone: Set = ["takeout.jpg", "entry.jpg"]
        for (zone, offset) in [("GMT", 0.0), ("Europe/Athens", 10_800.0)] {
            let expected = pictures.keys.map { ($0, withZone.contains($0) ? taken : taken - offset) }
            #expect(try await dates(in: zone) == Dictionary(uniqueKeysWithValues: expected))
        }
    }

    @Test func `Server: a document that is there but can't be read prevents the start`() async throws {
        try folder.write("photos: []", to: "feed.yml")
        try FileManager.default.createDirectory(at: folder.url("feed.yaml"), withIntermediateDirectories: false)
        let error = await #expect(throws: PhotoFolderError.self) { try await folder.index() }
        guard case .unreadableDocument("feed.yaml", _) = error else { throw try #require(error) }
    }

    @Test func `Server: a document larger than 16 MiB prevents the start before it is read`() async throws {
        try folder.write("", to: "feed.yaml")
        #expect(truncate(folder.url("feed.yaml").path, 1 << 40) == 0)
        let error = await #expect(throws: PhotoFolderError.self) { try await folder.index() }
        guard case .invalidDocument(let mistake) = error else { throw try #require(error) }
        #expect(mistake.description.contains("the document is larger than 16 MiB; "))
    }

    @Test(arguments: ["gone", "file.png"])
    func `Server: a missing folder, or a file in its place, prevents the start`(name: String) async throws {
        try folder.write(anyPNG(), to: "file.png")
        let configuration = try PhotoServerConfiguration(
            folder: folder.url(name).path, environment: [:], timeZone: .gmt)
        let error = await #expect(throws: PhotoFolderError.self) { try await PhotoFolder.index(configuration) }
        guard case .unreadable = error else { throw try #require(error) }
    }
}
