import Crypto
import ImageFormats

/// The parts of a photo's file that identify its picture, no matter what programs write beside it.
struct PictureParts: Hashable {
    /// The compressed picture without metadata, in the order of the file.
    private(set) var picture: [Range<Int>] = []
    /// The other parts that decide how the picture is drawn; `nil` if metadata can't tell.
    private(set) var drawing: [Range<Int>]? = []
    /// Whether the picture's end follows; `nil` if the parts don't tell.
    private(set) var isComplete: Bool?

    private static let adobe = 0xEE
    private static let profile: StaticString = "ICC_PROFILE\0"
    private static let pngColours: Set<ChunkName> = ["iCCP", "sRGB", "gAMA", "cHRM", "cICP", "mDCV", "cLLI"]
    private static let graphicControl = 0xF9
    /// In bytes. A GIF's version changes with its comments.
    private static let gifSignature = 6
    /// The most bytes of profiles to read for a comparison.
    private static let maximumDrawing = 4 << 20

    init(_ reader: ByteReader, _ format: ImageFormat) {
        switch format {
        case .jpeg: addJPEG(reader)
        case .png:
            for chunk in PNGChunks(reader) {
                if chunk.changesPixels {
                    picture.append(chunk.content)
                } else if Self.pngColours.contains(chunk.name) {
                    drawing?.append(chunk.content)
                }
            }
        case .webp:
            for chunk in RIFFChunks(reader) {
                switch chunk.name {
                case RIFFChunks.lossy, RIFFChunks.lossless, RIFFChunks.alpha, RIFFChunks.frame, RIFFChunks.animation:
                    picture.append(chunk.content)
                case RIFFChunks.profile: drawing?.append(chunk.content)
                default: break
                }
            }
        case .gif: addGIF(reader)
        case .avif, .heic: addItems(reader)
        }
        let all = 0..<reader.count
        picture = picture.map { $0.clamped(to: all) }.filter { !$0.isEmpty }
        drawing = drawing?.map { $0.clamped(to: all) }
        if drawing?.reduce(0, { $0 + $1.count }) ?? 0 > Self.maximumDrawing { drawing = nil }
    }

    private mutating func addJPEG(_ reader: ByteReader) {
        var segments = JPEGSegments(reader)
        var scan: Int?
        while let segment = segments.next() {
            if let start = scan { picture.append(start..<max(start, segment.content.lowerBound - 4)) }
            scan = nil
            switch segment.marker {
            case JPEGSegments.Marker.scan: scan = segment.content.lowerBound
            case Self.adobe: drawing?.append(segment.content)
            case JPEGSegments.Marker.application2 where reader.has(Self.profile, at: segment.content.lowerBound):
                drawing?.append(segment.content)
            // The other application segments, and comments.
            case 0xE0...0xEF, 0xFE: break
            default: picture.append(segment.content)
            }
        }
        if let start = scan { picture.append(start..<max(start, segments.position)) }
        isComplete = segments.ending == .endOfImage
    }

    private mutating func addGIF(_ reader: ByteReader) {
        if let screen = GIFColours.screenTable(reader) {
            picture.append(min(Self.gifSignature, screen.upperBound)..<screen.upperBound)
        }
        var blocks = GIFBlocks(reader, skippingGaps: true)
        while let block = blocks.next() {
            switch block.kind {
            case .frame: picture.append(block.position..<max(block.position, blocks.passData()))
            case .extensionBlock where reader.byte(at: block.position + 1) == Self.graphicControl:
                picture.append(block.position..<block.position + 8)
            case .extensionBlock, .end: break
            }
        }
    }

    /// The items' properties, which turn and colour the picture, are part of the metadata.
    private mutating func addItems(_ reader: ByteReader) {
        drawing = nil
        do throws(ImageFormatError) {
            let items = try ISOItems(reader).items.values.filter {
                $0.kind != ISOItems.exif && $0.kind != "mime" && $0.kind != "uri "
            }
            picture = items.flatMap(\.extents).sorted { $0.lowerBound < $1.lowerBound }
        } catch {
            // Without items, only the file identifies the picture.
        }
    }
}

struct FileDigests: Hashable, Sendable {
    /// Of all bytes.
    let file: ContentDigest
    /// Of the compressed picture; `nil` if it can't be told from metadata.
    let picture: ContentDigest?
    let drawing: ContentDigest?

    /// Blocks while a large file is read.
    /// - Throws: ``FileError`` if the file can't be read or changes during the read.
    init(of source: FileBytes, _ parts: PictureParts, _ orientation: ImageOrientation) throws(FileError) {
        var (whole, picture) = (SHA256(), SHA256())
        var rest = parts.picture[...]
        try source.readChunks { chunk, offset in
            whole.update(bufferPointer: chunk)
            let end = offset + chunk.count
            while let part = rest.first, part.lowerBound < end {
                let here = part.clamped(to: offset..<end)
                picture.update(
                    bufferPointer: UnsafeRawBufferPointer(
                        rebasing: chunk[here.lowerBound - offset..<here.upperBound - offset]))
                if part.upperBound > end { break }
                rest.removeFirst()
            }
        }
        self.file = ContentDigest(whole.finalize())
        self.picture = parts.picture.isEmpty ? nil : ContentDigest(picture.finalize())
        if let ranges = parts.drawing, let known = self.picture {
            var bytes = known.bytes + [UInt8(orientation.rawValue)]
            for range in ranges { bytes += try source.bytes(in: range) }
            drawing = ContentDigest(of: bytes)
        } else {
            drawing = nil
        }
        try source.file.checkUnchanged()
    }
}
