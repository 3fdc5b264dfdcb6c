/// The size and coding of a GIF.
package struct GIFHeader {
    package let image: ImageHeader
    /// The first frame, which may be larger than the screen.
    package let frame: GIFFrame

    package init(_ reader: ByteReader) throws(ImageFormatError) {
        let width = try reader.requireNumber(2, at: 6, .littleEndian)
        let height = try reader.requireNumber(2, at: 8, .littleEndian)
        let flags = try reader.requireByte(at: 10)
        frame = try GIFFrame(firstOf: reader)
        image = try ImageHeader(
            format: .gif, size: PixelSize(width: width, height: height), isProgressive: frame.isInterlaced, channels: 1,
            bitDepth: flags & 7 + 1, hasAlpha: true)
    }
}
