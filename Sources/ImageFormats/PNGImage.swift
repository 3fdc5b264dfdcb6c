import Foundation

/// A PNG: its size, orientation and coding.
struct PNGImage: ImageFormatReader {
    private static let colours: [Int: (channels: Int, bitDepths: Set<Int>)] = [
        0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), paletteType: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
    ]

    private static let paletteType = 3

    let image: ImageHeader
    /// The most bytes that the ICC profile unpacks to.
    private let profileLimit: Int

    /// Walks all chunks, because transparency precedes the pixels but EXIF data may follow them.
    init(_ reader: ByteReader, _ format: ImageFormat = .png) throws(ImageFormatError) {
        guard reader.has("IHDR", at: 12) else { throw .malformed("the size is missing") }
        let size = try reader.requireSize(4, at: 16, .bigEndian)
        let (bitDepth, colourType) = (try reader.requireByte(at: 24), try reader.requireByte(at: 25))
        let isInterlaced = try reader.requireByte(at: 28) == 1
        guard let colours = Self.colours[colourType], colours.bitDepths.contains(bitDepth) else {
            throw .malformed("the colours are invalid")
        }
        var orientation: ImageOrientation?
        var textOrientation: ImageOrientation?
        var hasAlpha = colourType & 4 != 0
        for chunk in PNGChunks(reader) {
            switch chunk.name {
            case PNGChunks.transparency: hasAlpha = true
            case PNGChunks.exif where orientation == nil:
                orientation = ImageOrientation(exif: reader, at: chunk.content.lowerBound)
            case PNGChunks.text where textOrientation == nil, PNGChunks.compressedText where textOrientation == nil:
                textOrientation = PNGText(profile: chunk, reader)?.exif.map {
                    ImageOrientation(exif: ByteReader($0), at: 0)
                }
            default: break
            }
        }
        var image = try ImageHeader(
            format: .png, size: size, orientation: orientation ?? textOrientation ?? .topLeft,
            isProgressive: isInterlaced, channels: colours.channels, bitDepth: bitDepth, hasAlpha: hasAlpha)
        image.isGrey = colourType != Self.paletteType && colours.channels <= 2
        self.image = image
        profileLimit = Self.colourChunks(reader)[PNGChunks.profile].map(ProfileCost.unpackedLimit) ?? 0
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

    /// Returns the contents of the first of the chunks that describe colours, as browsers rank them: code points, an
    /// ICC profile, sRGB, and a gamma with chromaticities.
    static func profile(_ reader: ByteReader) -> ImageProfile? {
        let chunks = colourChunks(reader)
        if let content = chunks[PNGChunks.codePoints], let description = description(at: content.lowerBound, reader) {
            return .described(description)
        }
        if let content = chunks[PNGChunks.profile], let packed = compressedBytes(in: content, reader) {
            return .deflated(reader.prefix(of: packed), limit: ProfileCost.unpackedLimit(of: content))
        }
        guard chunks[PNGChunks.sRGB] == nil, let gamma = chunks[PNGChunks.gamma] else { return nil }
        return ColourDescription(gamma: gamma, chromaticities: chunks[PNGChunks.chromaticities], reader)
            .map(ImageProfile.described)
    }

    /// Reads code points. Returns `nil` if the values aren't RGB in full range.
    private static func description(at start: Int, _ reader: ByteReader) -> ColourDescription? {
        guard let primaries = reader.byte(at: start), let transfer = reader.byte(at: start + 1),
            reader.number(2, at: start + 2, .bigEndian) == 0x0001
        else { return nil }
        return ColourDescription(primaries: primaries, transfer: transfer)
    }

    /// Returns the contents of the chunks that describe colours. They precede the palette and the pixels.
    private static func colourChunks(_ reader: ByteReader) -> [ChunkName: Range<Int>] {
        let names = [
            PNGChunks.codePoints, PNGChunks.profile, PNGChunks.sRGB, PNGChunks.gamma, PNGChunks.chromaticities,
        ]
        var contents: [ChunkName: Range<Int>] = [:]
        for chunk in PNGChunks(reader) {
            if chunk.name == PNGChunks.pixels { break }
            if names.contains(chunk.name), contents[chunk.name] == nil { contents[chunk.name] = chunk.content }
        }
        return contents
    }

    /// Returns the range of the compressed bytes in a chunk. They follow the name, a zero and the compression method.
    private static func compressedBytes(in content: Range<Int>, _ reader: ByteReader) -> Range<Int>? {
        guard content.upperBound <= reader.count else { return nil }
        let name = reader.prefix(of: content.prefix(maximumNameLength))
        guard let end = name.firstIndex(of: 0) else { return nil }
        let start = content.lowerBound + (end - name.startIndex) + 2
        return start < content.upperBound ? start..<content.upperBound : nil
    }
}
