import Foundation
import ImageFormats
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The camera's and the author's metadata.
@Suite struct ImageMetadataTests {
    private func metadata(_ picture: Data, _ format: ImageFormat = .jpeg) throws -> ImageMetadata {
        try ImageMetadata(of: ReadBytes(picture), format: format)
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test(arguments: [false, true])
    func `Server: a JPEG's EXIF gives caption and capture date in both byte orders`(littleEndian: Bool) throws {
        let exif = Pictures.exif(
            description: Array("a caption".utf8), taken: "2020:05:20 11:24:59", offset: "+02:00",
            littleEndian: littleEndian)
        let metadata = try metadata(Pictures.jpeg(exif: exif))
        #expect(metadata.caption == "a caption")
        #expect(try metadata.captureTime?.date(in: .gmt) == date("2020-05-20T09:24:59Z"))
    }

    @Test func `A day without a time of day is noon, in EXIF, XMP, IPTC and PNG`() throws {
        let text = Pictures.png(chunks: [("tEXt", Array("Creation Time\u{0}20 May 2020".utf8))])
        let pictures = [
            Pictures.jpeg(exif: Pictures.exif(taken: "2020:05:20")),
            Pictures.jpeg(xmp: Pictures.xmp("<photoshop:DateCreated>2020-05-20</photoshop:DateCreated>")),
            Pictures.jpeg(iptc: Array("text".utf8), iptcPlace: [55: "20200520"]),
        ]
        let times = try pictures.map { try metadata($0).captureTime } + [metadata(text, .png).captureTime]
        for time in times { #expect(try time?.date(in: .gmt) == date("2020-05-20T12:00:00Z")) }
    }

    @Test func `Server: a capture date without offset is in the server's time zone`() throws {
        let exif = Pictures.exif(taken: "2020:05:20 11:24:59")
        let zone = try #require(TimeZone(secondsFromGMT: -5 * 3600))
        #expect(try metadata(Pictures.jpeg(exif: exif)).captureTime?.date(in: zone) == date("2020-05-20T16:24:59Z"))
    }

    @Test(
        arguments: [
            "0000:00:00 00:00:00", "2020:13:20 11:24:59", "2020:02:30 11:24:59", "2021:02:29 11:24:59",
            "1900:02:29 11:24:59",
            "2020:05:20 24:24:59", "    :  :     :  :  ", "2020-05-20", "2020:05:20 11:24:5", "٢٠٢٠:05:20 11:24:59",
        ])
    func `Server: an invalid capture date is ignored`(text: String) {
        #expect(CaptureTime(text) == nil)
    }

    @Test(arguments: ["", "+2", "02:00", "+99:00", "+02:60", "+02:0", "UTC"])
    func `Server: a malformed offset counts as missing`(offset: String) {
        let time = CaptureTime("2020:02:29 11:24:59", offset: offset)
        #expect(time != nil)
        #expect(time?.offset == nil)
    }

    @Test func `Server: captions are read from EXIF, XMP and IPTC, in this order, without those of cameras`() throws {
        let exif = Pictures.exif(description: Array("from EXIF".utf8))
        let filler = Pictures.exif(description: Array("OLYMPUS DIGITAL CAMERA         ".utf8))
        let xmp = Pictures.xmp("<dc:description>from XMP</dc:description>")
        let iptc = Array("from IPTC".utf8)
        #expect(try metadata(Pictures.jpeg(exif: exif, xmp: xmp, iptc: iptc)).caption == "from EXIF")
        #expect(try metadata(Pictures.jpeg(exif: filler, xmp: xmp, iptc: iptc)).caption == "from XMP")
        #expect(try metadata(Pictures.jpeg(exif: filler, iptc: iptc)).caption == "from IPTC")
        #expect(try metadata(Pictures.jpeg(exif: filler)).caption == nil)
    }

    @Test func `Server: control characters and surrounding white space are removed from a caption`() {
        #expect(Caption.cleaned(" \u{7}Two\nlines\u{0} ") == "Two\nlines")
        #expect(Caption.cleaned(String(repeating: "a", count: 5_000))?.count == 2_000)
    }

    @Test(
        arguments: [
            ("<dc:description>plain &amp; &#233;&#xE9;</dc:description>", "plain & éé"),
            (
                "<dc:description><rdf:Alt><rdf:li xml:lang=\"de\">erste</rdf:li>"
                    + "<rdf:li xml:lang=\"x-default\">default</rdf:li></rdf:Alt></dc:description>", "default"
            ),
            (
                "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\"/><rdf:li>text</rdf:li></rdf:Alt></dc:description>",
                "text"
            ),
            ("<dc:description><rdf:Alt><rdf:li>first</rdf:li><rdf:li>2</rdf:li></rdf:Alt></dc:description>", "first"),
            ("<rdf:Description dc:description=\"an attribute\"/>", "an attribute"),
            ("<dc:description>&unknown; & &#x110000;</dc:description>", "&unknown; & &#x110000;"),
            ("<dc:description><rdf:Alt>", nil), ("nothing", nil), ("<dc:description/>", nil),
        ])
    func `Server: XMP's description is the default language's, else the first one`(xml: String, caption: String?) {
        #expect(XMPPacket(Data(Pictures.xmp(xml).utf8), reading: ["dc:description"])["dc:description"] == caption)
    }

    @Test(
        arguments: [
            "\u{1F1EC}\u{1F1F7}", "a\u{301}", "\u{301}", "&", "<rdf:li>", "<", "dc:description=", "</", " ",
            "\u{200D}\u{1F469}",
        ])
    func `Server: the time to find and clean a description grows with its bytes alone`(text: String) {
        for (start, end) in [("<dc:description>", "</dc:description>"), ("dc:description=\"", "\""), ("", "")] {
            let growth = growth(from: 500) { count in
                Data((start + String(repeating: text, count: count) + end).utf8)
            } work: { packet in
                let caption = ImageMetadata([MetadataBlock(xmp: packet)].compactMap(\.self)).caption
                #expect(caption.map { $0.unicodeScalars.count <= 8_000 } ?? true)
            }
            #expect(growth < linearGrowth, "\(text) \(growth)")
        }
    }

    @Test(arguments: [false, true])
    func `Server: coordinates are read from EXIF in both byte orders`(littleEndian: Bool) throws {
        let cases = [
            ([48, 51, 2_940], "N", [2, 17, 4_100], "E", "48.858° N, 2.295° E"),
            ([33, 51, 2_430], "S", [151, 12, 5_410], "E", "33.857° S, 151.215° E"),
            ([0, 0, 0], "N", [0, 0, 3_600], "W", "0.000° N, 0.010° W"),
            ([90, 0, 0], "S", [180, 0, 0], "W", "90.000° S, 180.000° W"),
        ]
        for (latitude, north, longitude, east, text) in cases {
            let exif = Pictures.exif(latitude: latitude, north, longitude: longitude, east, littleEndian: littleEndian)
            #expect(try metadata(Pictures.jpeg(exif: exif)).location == text)
        }
    }

    @Test func `Server: coordinates that are impossible, incomplete, or 0 and 0 count as missing`() throws {
        let cases = [
            Pictures.exif(latitude: [90, 0, 1], "N", longitude: [0, 0, 0], "E"),
            Pictures.exif(latitude: [10, 0, 0], "N", longitude: [180, 1, 0], "E"),
            Pictures.exif(latitude: [10, 0, 0], "X", longitude: [10, 0, 0], "E"),
            Pictures.exif(latitude: [10, 0, 0], "N", longitude: [10, 0, 0], ""),
            Pictures.exif(latitude: [10, 0, 0], "N", longitude: [10, 0, 0], "E", denominators: [1, 0, 1]),
            Pictures.exif(latitude: [0, 0, 0], "N", longitude: [0, 0, 0], "E"),
        ]
        for exif in cases { #expect(try metadata(Pictures.jpeg(exif: exif)).location == nil) }
    }

    @Test func `Coordinates are read in the spellings of cameras, also without minutes or seconds`() throws {
        let cases = [
            Pictures.exif(latitude: [48, 30], "N", longitude: [2, 15], "E"),
            Pictures.exif(latitude: [48, 30, 0], "n", longitude: [2, 15, 0], "e"),
            Pictures.exif(latitude: [48, 30, 0], "N", longitude: [2, 15, 0], "E", denominators: [1, 1, 0]),
        ]
        for exif in cases { #expect(try metadata(Pictures.jpeg(exif: exif)).location == "48.500° N, 2.250° E") }
    }

    /// Returns a JPEG with more segments after its first two bytes.
    private func jpeg(_ picture: Data, with segments: [(marker: UInt8, content: Data)]) -> Data {
        let bytes = segments.map { Data([0xFF, $0.marker] + Pictures.number($0.content.count + 2, 2)) + $0.content }
        return picture.prefix(2) + bytes.reduce(Data(), +) + picture.dropFirst(2)
    }

    @Test func `What a JPEG's first segment lacks is read from the next; a continued IPTC record is whole`() throws {
        let exif = Data("Exif\0\0".utf8) + Pictures.exif(description: Array("first".utf8))
        let picture = Pictures.jpeg(exif: Pictures.exif(taken: "2020:05:20 11:24:59"))
        let both = try metadata(jpeg(picture, with: [(0xE1, exif)]))
        #expect(both.caption == "first")
        #expect(both.captureTime == CaptureTime("2020:05:20 11:24:59"))
        // A size of 2 bytes follows.
        let text = Array("a long caption".utf8)
        let record = [0x1C, 2, 120, 0x80, 2] + Pictures.number(text.count, 2) + text
        let head: [UInt8] = Array("8BIM".utf8) + Pictures.number(0x0404, 2) + [0, 0] + Pictures.number(record.count, 4)
        let parts = [head + record.prefix(10), Array(record.dropFirst(10))]
        let segments = parts.map { (marker: UInt8(0xED), content: Data("Photoshop 3.0\0".utf8) + $0) }
        #expect(try metadata(jpeg(Pictures.jpeg(), with: segments)).caption == "a long caption")
    }

    @Test func `An IPTC record is found behind resources of other programs`() throws {
        let text = Array("behind".utf8)
        let record = [0x1C, 2, 120] + Pictures.number(text.count, 2) + text + [0]
        let other: [UInt8] = Array("AgHg".utf8) + Pictures.number(0x03ED, 2) + [0, 0] + Pictures.number(2, 4) + [1, 2]
        let own: [UInt8] = Array("8BIM".utf8) + Pictures.number(0x0404, 2) + [0, 0] + Pictures.number(record.count, 4)
        let content = Data(Array("Photoshop 3.0\0".utf8) + other + own + record)
        #expect(try metadata(jpeg(Pictures.jpeg(), with: [(0xED, content)])).caption == "behind")
    }

    private func exif(gps date: String, _ time: [(Int, Int)]) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            Pictures.number(tag, 2) + Pictures.number(type, 2) + Pictures.number(count, 4) + Pictures.number(value, 4)
        }
        let head = Array("MM\0*".utf8) + Pictures.number(8, 4) + Pictures.number(1, 2) + entry(0x8825, 4, 1, 26)
        let entries = Pictures.number(2, 2) + entry(0x07, 5, 3, 56) + entry(0x1D, 2, date.utf8.count, 80)
        let parts = time.flatMap { Pictures.number($0.0, 4) + Pictures.number($0.1, 4) }
        return head + Pictures.number(0, 4) + entries + Pictures.number(0, 4) + parts + Array(date.utf8)
    }

    @Test(
        arguments: [
            ("2020:05:20\0", [(9, 1), (24, 1), (5_925, 100)], "2020:05:20 09:24:59.25"),
            ("2020-05-20", [(9, 1), (24, 1), (59, 1)], "2020:05:20 09:24:59"),
            ("          ", [(9, 1), (24, 1), (59, 1)], nil), ("0000:00:00", [(9, 1), (24, 1), (59, 1)], nil),
            ("2020:05:20", [(0, 1), (0, 1), (0, 1)], nil), ("2020:05:20", [(9, 1), (24, 1), (0, 0)], nil),
            ("2020:05:20", [(24, 1), (0, 1), (0, 1)], nil),
        ] as [(String, [(Int, Int)], String?)])
    func `A GPS time is UTC; zeros and blanks are none`(date: String, time: [(Int, Int)], expected: String?) throws {
        let read = try metadata(Pictures.jpeg(exif: exif(gps: date, time))).captureTime?.texts
        #expect(read?.time == expected)
        #expect(read?.offset == expected.map { _ in "+00:00" })
    }

    @Test func `A photo is known by the time when it was taken or digitized, which exports don't change`() throws {
        func isLasting(_ xmp: String) throws -> Bool {
            let metadata = try metadata(Pictures.jpeg(xmp: Pictures.xmp(xmp)))
            #expect(metadata.captureTime != nil)
            return metadata.isCaptureTimeLasting
        }
        let gps = "<exif:GPSTimeStamp>2020-05-20T09:24:59Z</exif:GPSTimeStamp>"
        #expect(try !isLasting(gps))
        #expect(try !isLasting("<xmp:ModifyDate>2020-05-20T09:24:59Z</xmp:ModifyDate>"))
        #expect(try isLasting("<xmp:CreateDate>2020-05-20T09:24:59Z</xmp:CreateDate>"))
        #expect(try isLasting("<exif:DateTimeOriginal>2020-05-20T12:24:59</exif:DateTimeOriginal>" + gps))
    }

    @Test func `A GPS time of XMP at midnight is none, as in EXIF`() throws {
        let gps = "<exif:GPSTimeStamp>2020-05-20T00:00:00Z</exif:GPSTimeStamp>"
        #expect(try metadata(Pictures.jpeg(xmp: Pictures.xmp(gps))).captureTime == nil)
    }

    @Test func `The GPS time says the offset of the camera's time`() throws {
        let picture = Pictures.jpeg(exif: Pictures.exif(taken: "2020:05:20 12:24:59"))
        let gps = Data("Exif\0\0".utf8) + exif(gps: "2020:05:20", [(9, 1), (24, 1), (58, 1)])
        #expect(
            try metadata(jpeg(picture, with: [(0xE1, gps)])).captureTime
                == CaptureTime("2020:05:20 12:24:59", offset: "+03:00"))
    }

    @Test func `A PNG's time of its last change is in UTC, and isn't the camera's`() throws {
        func read(_ contents: [UInt8]...) throws -> ImageMetadata {
            try metadata(Pictures.png(chunks: contents.map { ("tIME", $0) }), .png)
        }
        let whole = try read([0x07, 0xE4, 5, 20, 9, 24, 59])
        #expect(try whole.writtenTime?.date(in: .gmt) == date("2020-05-20T09:24:59Z"))
        #expect(whole.captureTime == nil)
        for content in [[0, 0, 0, 0, 0, 0, 0], [0x07, 0xE4, 0, 20, 9, 24, 59], [0x07, 0xE4, 2, 30, 9, 24, 59]] {
            #expect(try read(content.map { UInt8($0) }).writtenTime == nil)
        }
        // Six bytes and the first of the checksum, and a byte too many.
        let content: [UInt8] = [0x07, 0xE4, 5, 20, 9, 24, 59]
        #expect(try read(content.dropLast()).writtenTime == nil)
        #expect(try read(content + [0]).writtenTime == nil)
        #expect(try read(content + [0], content, [0x07, 0xE5, 1, 1, 1, 1, 1]).writtenTime == whole.writtenTime)
    }

    /// Returns a HEIC with the images 8 and 9, with 9 as the primary one, and with items, each with its kind and the
    /// image it describes.
    private func heic(_ items: [(kind: String, image: Int?, content: Data)]) -> Data {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Pictures.number(content.count + 8, 4) + Array(name.utf8) + content
        }
        func full(_ name: String, _ content: [UInt8], version: UInt8 = 0) -> [UInt8] {
            box(name, [version, 0, 0, 0] + content)
        }
        let images = ([8, 9] as [UInt8]).flatMap { full("infe", [0, $0, 0, 0] + Array("hvc1\0".utf8), version: 2) }
        var information = Pictures.number(items.count + 2, 2) + images
        var places = [0x44, 0] + Pictures.number(items.count, 2)
        var (references, data) = ([UInt8](), [UInt8]())
        for (index, item) in items.enumerated() {
            let id = Pictures.number(index + 1, 2)
            information += full("infe", id + [0, 0] + Array(item.kind.utf8), version: 2)
            if let image = item.image { references += box("cdsc", id + [0, 1] + Pictures.number(image, 2)) }
            // In the box `idat`, and one piece.
            places += id + [0, 1, 0, 0, 0, 1] + Pictures.number(data.count, 4) + Pictures.number(item.content.count, 4)
            data += item.content
        }
        let boxes =
            full("pitm", [0, 9]) + full("iinf", information) + full("iref", references)
            + full("iloc", places, version: 1) + box("idat", data)
        return Data(full("meta", boxes))
    }

    @Test func `The metadata of a HEIC is that of its primary image, also if it is packed`() throws {
        func xmp(_ title: String) -> Data { Data(Pictures.xmp("<dc:title>\(title)</dc:title>").utf8) }
        let (kind, text) = ("mime\0application/rdf+xml\0", xmp("all boats"))
        #expect(
            try metadata(heic([(kind, 8, xmp("other boats")), (kind, 9, xmp("own boats"))]), .heic).caption
                == "own boats")
        #expect(try metadata(heic([(kind, 8, xmp("other boats"))]), .heic).caption == nil)
        #expect(try metadata(heic([(kind, nil, text)]), .heic).caption == "all boats")
        // There is no image 7.
        #expect(try metadata(heic([(kind, 7, text)]), .heic).caption == "all boats")
        // An uncompressed block of zlib.
        let count = Pictures.number(text.count, 2, littleEndian: true)
        let packed = Data([0x78, 1, 1] + count + count.map { ~$0 }) + text
        #expect(try metadata(heic([(kind + "deflate\0", nil, packed)]), .heic).caption == "all boats")
    }

    @Test(arguments: [false, true])
    func `A comment in UTF-16 is read by its mark, and a caption loses its mark`(isBigEndian: Bool) throws {
        let units = "\u{FEFF}wide".utf16.flatMap { Pictures.number(Int($0), 2, littleEndian: !isBigEndian) }
        #expect(try metadata(jpeg(Pictures.jpeg(), with: [(0xFE, Data(units))])).caption == "wide")
        #expect(
            try metadata(Pictures.jpeg(exif: Pictures.exif(description: Array("\u{FEFF}marked".utf8)))).caption
                == "marked")
    }

    @Test func `A GIF that ends an extension twice is a picture`() throws {
        let picture = Pictures.gif()
        let comment = Data([0x21, 0xFE, 9] + Array("a comment".utf8) + [0, 0])
        let start = picture.firstIndex(of: 0x2C) ?? picture.endIndex
        let doubled = picture[..<start] + comment + picture[start...]
        #expect(try ImageHeader(of: Data(doubled)).size == PixelSize(width: 1, height: 1))
        #expect(try metadata(Data(doubled), .gif).caption == "a comment")
    }

    @Test func `Server: the names of a place are read from XMP and IPTC, before coordinates`() throws {
        let exif = Pictures.exif(latitude: [48, 51, 2_940], "N", longitude: [2, 17, 4_100], "E")
        let attributes = "<rdf:Description photoshop:City=\"Athína\" photoshop:Country=\"Greece &amp; sea\"/>"
        let elements = "<photoshop:State>Attica</photoshop:State><Iptc4xmpCore:Location>Pláka</Iptc4xmpCore:Location>"
        #expect(
            try metadata(Pictures.jpeg(exif: exif, xmp: Pictures.xmp(attributes))).location == "Athína, Greece & sea")
        #expect(try metadata(Pictures.jpeg(exif: exif, xmp: Pictures.xmp(elements))).location == "Pláka, Attica")
        #expect(
            try metadata(Pictures.jpeg(exif: exif, xmp: Pictures.xmp("<photoshop:City> </photoshop:City>"))).location
                == "48.858° N, 2.295° E")
        let iptc = [101: "France", 90: "Paris", 92: "Champ de Mars", 5: "a title"]
        #expect(
            try metadata(Pictures.jpeg(exif: exif, iptc: Array("caption".utf8), iptcPlace: iptc)).location
                == "Champ de Mars, Paris, France")
    }

    @Test func `Server: a PNG's Description is read from tEXt and iTXt, its date from eXIf`() throws {
        let exif = Pictures.exif(taken: "2020:05:20 11:24:59")
        let text = Pictures.png(chunks: [
            ("IHDR", Array(repeating: 0, count: 13)), ("tEXt", Array("Author\0nobody".utf8)),
            ("IDAT", Array(repeating: 7, count: 100)), ("tEXt", Array("Description\0a text".utf8)), ("eXIf", exif),
        ])
        #expect(try metadata(text, .png).caption == "a text")
        #expect(try metadata(text, .png).captureTime == CaptureTime("2020:05:20 11:24:59"))
        let international = Pictures.png(chunks: [("iTXt", Array("Description\0\0\0en\0Beschreibung\0a tëxt".utf8))])
        #expect(try metadata(international, .png).caption == "a tëxt")
        let compressed = Pictures.png(chunks: [("iTXt", Array("Description\0\u{1}\0en\0\0xyz".utf8))])
        #expect(try metadata(compressed, .png).caption == nil)
        let packet = "XML:com.adobe.xmp\0\0\0\0\0" + Pictures.xmp("<dc:description>packet</dc:description>")
        #expect(try metadata(Pictures.png(chunks: [("iTXt", Array(packet.utf8))]), .png).caption == "packet")
    }

    @Test(arguments: ["library.avif", "library.heic", "phone.avif", "phone.heic"])
    func `Reading an AVIF or a HEIC that is broken never crashes`(name: String) throws {
        let data = try PrivatePicture.data(name)
        let format = try #require(ImageFormat(of: data))
        // Tables come first; the remainder is read as it is.
        for index in data.indices.prefix(2_500) {
            for value in [0x00, 0xFF] as [UInt8] {
                var broken = data
                broken[index] = value
                _ = try metadata(broken, format)
            }
        }
    }

    @Test func `Server: reading images that are cut short or broken never crashes`() throws {
        let exif = Pictures.exif(
            description: Array("a long caption".utf8), taken: "2020:05:20 11:24:59", offset: "+02:00")
        let xmp = Pictures.xmp("<dc:description>text</dc:description>")
        let pictures: [(Data, ImageFormat)] = [
            (Pictures.jpeg(exif: exif, xmp: xmp, iptc: Array("IPTC".utf8)), .jpeg),
            (Pictures.jpeg(exif: Pictures.exif(latitude: [1, 2, 3], "N", longitude: [4, 5, 6], "E")), .jpeg),
            (Pictures.png(chunks: [("tEXt", Array("Description\0x".utf8)), ("eXIf", exif)]), .png),
            (Pictures.webp(chunks: [("EXIF", exif), ("XMP ", Array(xmp.utf8))]), .webp),
        ]
        for (picture, format) in pictures {
            for length in 0...picture.count { _ = try metadata(picture.prefix(length), format) }
            for index in picture.indices {
                for value in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var broken = picture
                    broken[index] = value
                    _ = try metadata(broken, format)
                }
            }
        }
    }
}
