/// The size, orientation and coding of a WebP.
package struct WebPHeader {
    package let image: ImageHeader
    package let frame: WebPFrame
    /// The number of bytes in the ICC profile, or 0.
    package let profileByteCount: Int

    package init(_ reader: ByteReader) throws(ImageFormatError) {
        frame = try WebPFrame(firstOf: reader)
        var orientation: ImageOrientation?
        var profileByteCount = 0
        let hasAlpha: Bool
        if reader.name(at: RIFFChunks.start) == RIFFChunks.extended {
            for chunk in RIFFChunks(reader) {
                if orientation == nil, chunk.name == RIFFChunks.exif {
                    orientation = WebPOrientation.read(chunk, reader)
                }
                if profileByteCount == 0, chunk.name == RIFFChunks.profile { profileByteCount = chunk.content.count }
            }
            hasAlpha = try reader.requireByte(at: 20) & 0x10 != 0 || frame.hasAlphaPlane || !frame.fillsCanvas
        } else {
            hasAlpha = frame.isLossless ? try reader.requireByte(at: 24) >> 4 & 1 == 1 : false
        }
        image = try ImageHeader(
            format: .webp, size: frame.canvas, orientation: orientation ?? .topLeft, channels: hasAlpha ? 4 : 3,
            bitDepth: 8, hasAlpha: hasAlpha)
        self.profileByteCount = profileByteCount
    }
}
