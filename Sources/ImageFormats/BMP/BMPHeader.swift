/// The size and coding of a BMP.
package struct BMPHeader {
    /// The lengths of headers from the first form to the fifth.
    private static let headerLengths = 12...124
    private static let (runLengths, fields) = (1...2, 3)

    package let image: ImageHeader
    /// Whether rows are compressed, so that some pixels may be left out.
    package let isCompressed: Bool
    private let compression: Int
    private let bitsPerPixel: Int
    private let rowsPosition: Int

    package init(_ reader: ByteReader) throws(ImageFormatError) {
        let length = try reader.requireNumber(4, at: 14, .littleEndian)
        guard Self.headerLengths.contains(length) else { throw .malformed("the form of the header is unknown") }
        let isOld = length == 12
        let fieldSize = isOld ? 2 : 4
        let width = try reader.requireNumber(fieldSize, at: 18, .littleEndian)
        let storedHeight = try reader.requireNumber(fieldSize, at: 18 + fieldSize, .littleEndian)
        // A negative height says that the rows begin at the top.
        let height = isOld ? storedHeight : abs(Int(Int32(truncatingIfNeeded: storedHeight)))
        bitsPerPixel = try reader.requireNumber(2, at: isOld ? 24 : 28, .littleEndian)
        compression = isOld ? 0 : try reader.requireNumber(4, at: 30, .littleEndian)
        isCompressed = Self.runLengths.contains(compression)
        rowsPosition = try reader.requireNumber(4, at: 10, .littleEndian)
        image = try ImageHeader(
            format: .bmp, size: PixelSize(width: width, height: height),
            channels: bitsPerPixel == 32 ? 4 : bitsPerPixel > 8 ? 3 : 1, bitDepth: min(bitsPerPixel, 8),
            hasAlpha: bitsPerPixel == 32)
    }

    /// Returns whether a number of bytes holds all rows. Compressed rows count as present if the data reaches their start.
    package func hasAllRows(in byteCount: Int) -> Bool {
        // The loader allocates everything before the rows.
        guard rowsPosition <= byteCount else { return false }
        guard compression == 0 || compression == Self.fields else { return true }
        let rowSize = (image.size.width * bitsPerPixel + 31) / 32 * 4
        return rowsPosition + rowSize * image.size.height <= byteCount
    }
}
