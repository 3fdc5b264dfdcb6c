/// The size, orientation and coding of a PNG.
package struct PNGHeader {
    /// The channels and the bit depths of each colour type.
    private static let colours: [Int: (channels: Int, bitDepths: Set<Int>)] = [
        0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), 3: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
    ]

    package let image: ImageHeader

    /// Walks all chunks, because transparency precedes the pixels but EXIF data may follow them.
    package init(_ reader: ByteReader) throws(ImageFormatError) {
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
    }
}
