import Foundation
import ImageFormats

private let maximumChunks = 20_000
/// The maximum number of bytes in a chunk or an item with metadata.
private let maximumChunkSize = 1 << 20

extension MetadataBlock {
    /// Returns the blocks of a file in the order in which they are asked.
    static func blocks(in reader: ByteReader, _ format: ImageFormat) -> [MetadataBlock] {
        let blocks =
            switch format {
            case .jpeg: JPEGMetadata.read(reader)
            case .png: PNGMetadata.read(reader)
            case .webp: WebPMetadata.read(reader)
            case .gif: GIFMetadata.read(reader)
            case .avif, .heic: ISOMetadata.read(reader)
            }
        return blocks.compactMap(\.self)
    }
}

private enum JPEGMetadata {
    static let xmpSignature = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// No camera writes more segments.
    private static let maximumSegments = 1_000
    private static let maximumBlocks = 4

    /// Reads the EXIF, XMP, IPTC and comment segments before the first scan.
    static func read(_ reader: ByteReader) -> [MetadataBlock?] {
        var (exif, packets, resources) = ([MetadataBlock](), [Data](), [Data]())
        var comments = MetadataBlock()
        var extended = ExtendedXMP()
        for segment in JPEGSegments(reader).prefix(maximumSegments) {
            if segment.marker == JPEGSegments.Marker.scan { break }
            guard
                [
                    JPEGSegments.Marker.application1, JPEGSegments.Marker.application13, JPEGSegments.Marker.comment,
                ].contains(segment.marker), let content = reader.bytes(in: segment.content)
            else { continue }
            if segment.marker == JPEGSegments.Marker.comment {
                let text = MetadataText.isUTF16(content) ? content : content.prefix { $0 != 0 }
                comments.add(MetadataText(Data(text)), to: .comment)
            } else if segment.marker == JPEGSegments.Marker.application13 {
                // A record may continue in the next segment.
                let part = MetadataBlock.resources(content)
                if !part.isEmpty, resources.count < maximumBlocks { resources.append(part) }
            } else if content.starts(with: TIFFDirectory.signature) {
                if exif.count < maximumBlocks, let block = MetadataBlock(exif: content) { exif.append(block) }
            } else if content.starts(with: xmpSignature), packets.count < maximumBlocks {
                packets.append(content.dropFirst(xmpSignature.count))
            } else {
                extended.add(content)
            }
        }
        let xmp = packets.flatMap { [$0, extended.packet(after: $0)].compactMap(\.self) }
            .compactMap { MetadataBlock(xmp: $0) }
        let whole = MetadataBlock(iptc: resources.reduce(Data(), +))
        return exif + xmp + [whole ?? resources.lazy.compactMap { MetadataBlock(iptc: $0) }.first, comments]
    }
}

private enum PNGMetadata {
    private static let xmpKeyword = "XML:com.adobe.xmp"
    private static let fields: [String: MetadataBlock.TextField] = [
        "description": .description, "comment": .comment, "title": .title,
    ]
    private static let timeKeywords: Set = ["creation time", "create-date"]
    /// Each may be unpacked to megabytes, and no program writes as many.
    private static let maximumTexts = 100

    /// Reads the text and EXIF chunks, and other programs' data hidden in texts.
    static func read(_ reader: ByteReader) -> [MetadataBlock?] {
        var (exif, xmp, iptc) = (MetadataBlock?.none, MetadataBlock?.none, MetadataBlock?.none)
        var texts = MetadataBlock()
        var textCount = 0
        for chunk in PNGChunks(reader).prefix(maximumChunks) where textCount < maximumTexts {
            if chunk.name == PNGChunks.time {
                texts.times[.written] = texts.times[.written] ?? CaptureTime(png: reader, in: chunk.content)
            } else if chunk.name == PNGChunks.exif, exif == nil, chunk.content.count <= maximumChunkSize {
                exif = reader.bytes(in: chunk.content).flatMap { MetadataBlock(exif: $0) }
            } else if let text = PNGText(chunk, reader) {
                textCount += 1
                let keyword = text.keyword.lowercased()
                if text.keyword == xmpKeyword {
                    xmp = xmp ?? MetadataBlock(xmp: text.bytes)
                } else if let profile = text.profile {
                    exif = exif ?? MetadataBlock(exif: profile.bytes)
                    iptc = iptc ?? MetadataBlock(iptc: profile.bytes)
                    let isNamed = profile.bytes.starts(with: JPEGMetadata.xmpSignature)
                    if profile.kind == "xmp" || isNamed {
                        let packet = isNamed ? profile.bytes.dropFirst(JPEGMetadata.xmpSignature.count) : profile.bytes
                        xmp = xmp ?? MetadataBlock(xmp: Data(packet))
                    }
                } else if let field = fields[keyword] {
                    texts.add(MetadataText(text.bytes), to: field)
                } else if timeKeywords.contains(keyword), texts.times[.digitized] == nil {
                    texts.times[.digitized] = CaptureTime(mail: String(decoding: text.bytes, as: UTF8.self))
                }
            }
        }
        return [exif, texts, xmp, iptc]
    }
}

private enum WebPMetadata {
    static func read(_ reader: ByteReader) -> [MetadataBlock?] {
        var (exif, xmp) = (MetadataBlock?.none, MetadataBlock?.none)
        for chunk in RIFFChunks(reader).prefix(maximumChunks) {
            guard [RIFFChunks.exif, RIFFChunks.xmp].contains(chunk.name), chunk.content.count <= maximumChunkSize,
                let content = reader.bytes(in: chunk.content)
            else { continue }
            if chunk.name == RIFFChunks.xmp {
                xmp = xmp ?? MetadataBlock(xmp: content)
            } else {
                exif = exif ?? MetadataBlock(exif: content)
            }
        }
        return [exif, xmp]
    }
}

private enum GIFMetadata {
    private static let (comment, application) = (0xFE, 0xFF)
    private static let xmp: StaticString = "XMP DataXMP"
    /// The bytes before the packet: the block, its label, a length and the program's name.
    private static let headLength = 14

    static func read(_ reader: ByteReader) -> [MetadataBlock?] {
        var xmp: MetadataBlock?
        var comments = MetadataBlock()
        var blocks = GIFBlocks(reader, skippingGaps: false)
        var count = 0
        while let block = blocks.next(), count < maximumChunks {
            count += 1
            guard block.kind == .extensionBlock else { continue }
            let (label, start) = (reader.byte(at: block.position + 1), block.position)
            let isXMP = label == application && reader.has(Self.xmp, at: start + 3)
            guard label == comment || isXMP else { continue }
            let end = min(blocks.passData(), reader.count)
            guard end - start <= maximumChunkSize, start + headLength < end || !isXMP else { continue }
            if isXMP {
                // The packet isn't divided into parts.
                xmp = xmp ?? MetadataBlock(xmp: reader.prefix(of: start + headLength..<end))
            } else {
                comments.add(MetadataText(text(reader, from: start + 2)), to: .comment)
            }
        }
        return [xmp, comments]
    }

    /// Joins the parts of data, each of which begins with its length.
    private static func text(_ reader: ByteReader, from start: Int) -> Data {
        var (text, position) = (Data(), start)
        while let length = reader.byte(at: position), length > 0 {
            text += reader.prefix(of: position + 1..<position + 1 + length)
            position += 1 + length
        }
        return text
    }
}

private enum ISOMetadata {
    private static let xmp: StaticString = "application/rdf+xml\0"
    private static let packedXMP: StaticString = "application/rdf+xml\0deflate\0"

    static func read(_ reader: ByteReader) -> [MetadataBlock?] {
        do throws(ImageFormatError) {
            let items = try ISOItems(reader)
            var (exif, xmp) = (MetadataBlock?.none, MetadataBlock?.none)
            for item in items.shown {
                if item.kind == ISOItems.exif {
                    exif = exif ?? data(of: item, reader).flatMap(Self.exif)
                } else if let mediaType = item.mediaType, reader.has(Self.xmp, at: mediaType.lowerBound) {
                    let isPacked = reader.has(packedXMP, at: mediaType.lowerBound)
                    xmp =
                        xmp
                        ?? data(of: item, reader)
                        .flatMap { isPacked ? Inflate.unpack($0, atMost: maximumChunkSize) : $0 }
                        .flatMap { MetadataBlock(xmp: $0) }
                }
            }
            return [exif, xmp]
        } catch {
            return []
        }
    }

    private static func data(of item: ISOItems.Item, _ reader: ByteReader) -> Data? {
        guard item.extents.reduce(0, { min(maximumChunkSize, $0) + $1.count }) <= maximumChunkSize else { return nil }
        return item.extents.reduce(into: Data()) { $0 += reader.prefix(of: $1) }
    }

    /// Reads EXIF data. The data begins with the number of bytes to skip.
    private static func exif(_ data: Data) -> MetadataBlock? {
        guard let skipped = ByteReader(data).number(4, at: 0, .bigEndian), skipped < data.count - 4 else { return nil }
        return MetadataBlock(exif: Data(data.dropFirst(4 + skipped)))
    }
}
