import Foundation

/// A PNG: its size, orientation and coding.
struct PNGImage: ImageFormatReader {
    /// The channels and the bit depths of each colour type.
    private static let colours: [Int: (channels: Int, bitDepths: Set<Int>)] = [
        0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), 3: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
    ]

    let image: ImageHeader
    /// The most bytes that the ICC profile unpacks to.
    private let profileLimit: Int

    /// Walks all chunks, because transparency precedes the pixels but EXIF data may follow them.
    init(_ reader: ByteReader, _ format: ImageFormat = .png) throws(ImageFormatError) {
        guard reader.has("IHDR", at: 12) else { throw .malformed("the size is missing") }
        let width = try reader.requireNumber(4, at: 16, .bigEndian)
        let height = try reader.requireNumber(4, at: 20, .bigEndian)
        let (bitDepth, colourType) = (try reader.requireByte(at: 24), try reader.requireByte(at: 25))
        let isInterlaced = try reader.requireByte(at: 28) == 1
        guard let colours = Self.colours[colourType], colours.bitDepths.contains(bitDepth) else {
            throw .malformed("the colours are invalid")
        }
        var orientation: ImageOrientation?
        var hasAlpha = colourType & 4 != 0
        for chunk in PNGChunks(reader) {
            switch chunk.name {
            case PNGChunks.transparency: hasAlpha = true
            case PNGChunks.exif where orientation == nil:
                orientation = ImageOrientation(exif: reader, at: chunk.content.lowerBound)
            default: break
            }
        }
        image = try ImageHeader(
            format: .png, size: PixelSize(width: width, height: height), orientation: orientation ?? .topLeft,
            isProgressive: isInterlaced, channels: colours.channels, bitDepth: bitDepth, hasAlpha: hasAlpha)
        profileLimit = Self.profileContent(reader).map(ProfileCost.unpackedLimit) ?? 0
    }

    func plan(byteCount: Int) -> DecodePlan {
        DecodePlan(
            image, .png,
            DecodingCost(
                whole: DecodingCost.limited(image.size) * (image.hasAlpha ? 4 : 3) + ProfileCost.bytes(profileLimit),
                perRowPixel: 32))
    }
}

// MARK: The end

extension PNGImage {
    static func isWhole(_ data: Data) -> Bool {
        data.suffix(12) == Data([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    static func hasEnd(_ reader: ByteReader) -> Bool {
        var chunks = PNGChunks(reader)
        var end = 0
        while let chunk = chunks.next() { end = chunk.range.upperBound }
        return chunks.hasReachedEnd && end <= reader.count
    }
}

// MARK: The colour profile

extension PNGImage {
    /// The maximum length of a profile's name, including its terminating zero.
    private static let maximumNameLength = 80

    static func profile(_ reader: ByteReader) -> ImageProfile? {
        guard let content = profileContent(reader), let packed = compressedBytes(in: content, reader) else {
            return nil
        }
        return .deflated(reader.prefix(of: packed), limit: ProfileCost.unpackedLimit(of: content))
    }

    /// Returns the content of the profile chunk, which precedes the pixels.
    static func profileContent(_ reader: ByteReader) -> Range<Int>? {
        for chunk in PNGChunks(reader) {
            if chunk.name == PNGChunks.pixels { return nil }
            if chunk.name == PNGChunks.profile { return chunk.content }
        }
        return nil
    }

    /// Returns the range of the compressed bytes in a chunk. They follow the name, a zero and the compression method.
    static func compressedBytes(in content: Range<Int>, _ reader: ByteReader) -> Range<Int>? {
        guard content.upperBound <= reader.count else { return nil }
        let name = reader.prefix(of: content.prefix(maximumNameLength))
        guard let end = name.firstIndex(of: 0) else { return nil }
        let start = content.lowerBound + (end - name.startIndex) + 2
        return start < content.upperBound ? start..<content.upperBound : nil
    }
}

/// The chunks of a PNG, up to and including the end chunk.
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let name: ChunkName
        /// The range of the whole chunk. It extends past the end of truncated data.
        package let range: Range<Int>

        /// The range of the content, without length, name and checksum.
        package var content: Range<Int> { range.lowerBound + 8..<range.upperBound - 4 }

        /// Whether the chunk may change pixels. Transparency is the only ancillary chunk that does.
        package var changesPixels: Bool { !name.isAncillary || name == PNGChunks.transparency }
    }

    package static let end: ChunkName = "IEND"
    package static let pixels: ChunkName = "IDAT"
    package static let transparency: ChunkName = "tRNS"
    package static let profile: ChunkName = "iCCP"
    package static let exif: ChunkName = "eXIf"
    package static let (text, internationalText): (ChunkName, ChunkName) = ("tEXt", "iTXt")

    package private(set) var hasReachedEnd = false
    private let reader: ByteReader
    private var position = 8

    package init(_ reader: ByteReader) {
        self.reader = reader
    }

    package mutating func next() -> Chunk? {
        guard !hasReachedEnd, let length = reader.number(4, at: position, .bigEndian),
            let name = reader.name(at: position + 4)
        else { return nil }
        hasReachedEnd = name == Self.end
        defer { position += 12 + length }
        return Chunk(name: name, range: position..<position + 12 + length)
    }
}
