/// The size, orientation and layout of a TIFF's first image.
package struct TIFFHeader {
    private enum Tag {
        static let (width, height) = (256, 257)
        static let (bitsPerSample, compression, samplesPerPixel, rowsPerStrip) = (258, 259, 277, 278)
        static let (tileWidth, tileHeight) = (322, 323)
        static let extraSamples = 338
    }

    private static let jpegCompression = 7

    package let image: ImageHeader
    /// Whether the pixels are stored in tiles.
    package let isTiled: Bool
    /// The size of a strip, or of a tile.
    package let stripSize: PixelSize
    package let isJPEGCompressed: Bool
    /// The number of bytes in the ICC profile, or 0.
    package let profileByteCount: Int

    package init(_ reader: ByteReader) throws(ImageFormatError) {
        let directory = try TIFFDirectory(reader)
        guard let width = try directory.number(Tag.width), let height = try directory.number(Tag.height) else {
            throw .malformed("the size is missing")
        }
        image = try ImageHeader(
            format: .tiff, size: PixelSize(width: width, height: height), orientation: ImageOrientation(directory),
            channels: try directory.number(Tag.samplesPerPixel) ?? 1,
            bitDepth: try directory.number(Tag.bitsPerSample) ?? 1, hasAlpha: directory.has(Tag.extraSamples))
        isTiled = directory.has(Tag.tileWidth) || directory.has(Tag.tileHeight)
        stripSize = PixelSize(
            width: isTiled ? try directory.number(Tag.tileWidth) ?? width : width,
            height: max(1, try directory.number(isTiled ? Tag.tileHeight : Tag.rowsPerStrip) ?? height))
        guard stripSize.width < 1 << 31 else { throw .malformed("the size is too large") }
        isJPEGCompressed = try directory.number(Tag.compression) == Self.jpegCompression
        profileByteCount = directory.place(TIFFProfile.tag)?.count ?? 0
    }
}
