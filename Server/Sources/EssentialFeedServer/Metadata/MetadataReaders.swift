import Foundation
import ImageFormats

private let maximumChunks = 20_000
/// The maximum number of bytes in a chunk or an item with metadata.
private let maximumChunkSize = 1 << 20

/// The metadata in the segments of a JPEG.
enum JPEGMetadata {
    private static let xmpSignature = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// No camera writes more segments.
    private static let maximumSegments = 1_000

    /// Reads the EXIF, XMP and IPTC segments before the first scan.
    static func read(_ reader: ByteReader) -> ImageMetadata {
        var exif: EXIFBlock?
        var xmp: ImageTexts?
        var iptc: ImageTexts?
        for segment in JPEGSegments(reader).prefix(maximumSegments) {
            if segment.marker == JPEGSegments.Marker.scan { break }
            guard
                [JPEGSegments.Marker.application1, JPEGSegments.Marker.application13].contains(segment.marker),
                let content = reader.bytes(in: segment.content)
            else { continue }
            if segment.marker == JPEGSegments.Marker.application13 {
                iptc = iptc ?? IPTCTexts.find(in: content)
            } else if content.starts(with: TIFFDirectory.signature) {
                exif = exif ?? EXIFBlock(content.dropFirst(TIFFDirectory.signature.count))
            } else if content.starts(with: xmpSignature) {
                xmp = xmp ?? XMPTexts.find(in: content.dropFirst(xmpSignature.count))
            }
        }
        return ImageMetadata(exif: exif, texts: [xmp, iptc])
    }
}

/// The metadata in the chunks of a PNG.
enum PNGMetadata {
    private static let xmpKeyword = "XML:com.adobe.xmp"
    private static let descriptionKeyword = "description"
    /// Reads the text and EXIF chunks. Compressed text isn't unpacked.
    static func read(_ reader: ByteReader) -> ImageMetadata {
        var exif: EXIFBlock?
        var texts: [String: String] = [:]
        for chunk in PNGChunks(reader).prefix(maximumChunks) {
            guard [PNGChunks.text, PNGChunks.internationalText, PNGChunks.exif].contains(chunk.name),
                chunk.content.count <= maximumChunkSize, let content = reader.bytes(in: chunk.content)
            else { continue }
            if chunk.name == PNGChunks.exif {
                exif = exif ?? EXIFBlock(content)
            } else if let (keyword, text) = chunk.name == PNGChunks.text
                ? latinText(Array(content)) : internationalText(Array(content)),
                keyword == xmpKeyword || keyword == descriptionKeyword, texts[keyword] == nil
            {
                texts[keyword] = text
            }
        }
        let xmp = texts[xmpKeyword].flatMap { XMPTexts.find(in: Array($0.utf8)) }
        return ImageMetadata(exif: exif, texts: [ImageTexts(caption: texts[descriptionKeyword]), xmp])
    }

    /// Reads a keyword, a zero and text.
    private static func latinText(_ content: [UInt8]) -> (String, String)? {
        guard let end = content.firstIndex(of: 0) else { return nil }
        return (keyword(content[..<end]), Caption.text(content[(end + 1)...]))
    }

    /// Reads a keyword, a zero, the compression flag and method, the language, a zero, the translated keyword, a zero
    /// and text.
    private static func internationalText(_ content: [UInt8]) -> (String, String)? {
        guard let end = content.firstIndex(of: 0), end + 3 <= content.count, content[end + 1] == 0,
            let languageEnd = content[(end + 3)...].firstIndex(of: 0),
            let translationEnd = content[(languageEnd + 1)...].firstIndex(of: 0)
        else { return nil }
        return (keyword(content[..<end]), Caption.text(content[(translationEnd + 1)...]))
    }

    /// Returns the keyword. `Description` is lowercased because its case doesn't matter.
    private static func keyword(_ bytes: ArraySlice<UInt8>) -> String {
        let text = Caption.text(bytes)
        return text.lowercased() == descriptionKeyword ? descriptionKeyword : text
    }
}

/// The metadata in the chunks of a WebP.
enum WebPMetadata {
    /// Reads the EXIF and XMP chunks.
    static func read(_ reader: ByteReader) -> ImageMetadata {
        var exif: EXIFBlock?
        var xmp: ImageTexts?
        for chunk in RIFFChunks(reader).prefix(maximumChunks) {
            guard [RIFFChunks.exif, RIFFChunks.xmp].contains(chunk.name), chunk.content.count <= maximumChunkSize,
                let content = reader.bytes(in: chunk.content)
            else { continue }
            if chunk.name == RIFFChunks.xmp {
                xmp = xmp ?? XMPTexts.find(in: content)
            } else {
                let isPrefixed = content.starts(with: TIFFDirectory.signature)
                exif = exif ?? EXIFBlock(isPrefixed ? content.dropFirst(TIFFDirectory.signature.count) : content)
            }
        }
        return ImageMetadata(exif: exif, texts: [xmp])
    }
}

/// The metadata in the items of an AVIF or HEIC.
enum ISOMetadata {
    private static let xmp: StaticString = "application/rdf+xml\0"

    static func read(_ reader: ByteReader) -> ImageMetadata {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            var exif: EXIFBlock?
            var texts: [ImageTexts?] = []
            for (_, item) in items.items.sorted(by: { $0.key < $1.key }) {
                if item.kind == ISOItems.exif, exif == nil {
                    exif = data(of: item, reader).flatMap(Self.exif)
                } else if let mediaType = item.mediaType, reader.has(xmp, at: mediaType.lowerBound), texts.isEmpty {
                    texts.append(data(of: item, reader).flatMap { XMPTexts.find(in: $0) })
                }
            }
            return ImageMetadata(exif: exif, texts: texts)
        } catch {
            return ImageMetadata()
        }
    }

    private static func data(of item: ISOItems.Item, _ reader: ByteReader) -> Data? {
        guard item.extents.reduce(0, { min(maximumChunkSize, $0) + $1.count }) <= maximumChunkSize else { return nil }
        return item.extents.reduce(into: Data()) { $0 += reader.prefix(of: $1) }
    }

    /// Reads EXIF data. The data begins with the number of bytes to skip.
    private static func exif(_ data: Data) -> EXIFBlock? {
        guard let skipped = ByteReader(data).number(4, at: 0, .bigEndian), skipped < data.count - 4 else { return nil }
        return EXIFBlock(Data(data.dropFirst(4 + skipped)))
    }
}
