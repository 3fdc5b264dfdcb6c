nonisolated extension PictureHeader {
    static func webp(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        if bytes.has("VP8X", at: 12) { return try extendedWebP(bytes) }
        if bytes.has("VP8L", at: 12) {
            let bits = try bytes.number(4, at: 21, .littleEndian)
            return webp(
                bytes, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, hasAlpha: bits >> 28 & 1 == 1,
                pixelBytes: 4)
        }
        guard bytes.has("VP8 ", at: 12), bytes.has([0x9D, 0x01, 0x2A], at: 23) else {
            throw .undecodable("no size in it")
        }
        let width = try bytes.number(2, at: 26, .littleEndian) & 0x3FFF
        let height = try bytes.number(2, at: 28, .littleEndian) & 0x3FFF
        return webp(bytes, width: width, height: height, hasAlpha: false, pixelBytes: 0)
    }

    /// The form with alpha beside lossy pixels, colour profiles, EXIF data or frames.
    private static func extendedWebP(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let flags = try bytes[20]
        let hasAlpha = flags & 0x10 != 0
        let isAnimated = flags & 0x02 != 0
        var orientation: PictureOrientation?
        var isLossless = false
        var position = 12
        while position + 8 <= bytes.count {
            if bytes.has("VP8L", at: position) { isLossless = true }
            if orientation == nil, bytes.has("EXIF", at: position) {
                let isPrefixed = bytes.has("Exif\0\0", at: position + 8)
                orientation = PictureOrientation(exif: bytes, at: position + (isPrefixed ? 14 : 8))
            }
            let length = try bytes.number(4, at: position + 4, .littleEndian)
            position += 8 + length + length % 2
        }
        // Lossless pixels are decoded whole, four bytes each; alpha beside lossy ones the same way. Frames are drawn on
        // two canvases.
        let pixelBytes = isAnimated ? 20 : isLossless ? 4 : hasAlpha ? 5 : 0
        return webp(
            bytes, width: try bytes.number(3, at: 24, .littleEndian) + 1,
            height: try bytes.number(3, at: 27, .littleEndian) + 1, hasAlpha: hasAlpha, pixelBytes: pixelBytes,
            orientation: orientation ?? .topLeft)
    }

    /// The loader copies the encoded bytes, and libwebp scales while it decodes.
    private static func webp(
        _ bytes: PictureBytes, width: Int, height: Int, hasAlpha: Bool, pixelBytes: Int,
        orientation: PictureOrientation = .topLeft
    ) -> PictureHeader {
        PictureHeader(
            format: .webp, width: width, height: height, orientation: orientation, channels: hasAlpha ? 4 : 3,
            bitDepth: 8, hasAlpha: hasAlpha, wholeBytes: width * height * pixelBytes + bytes.count, rowBytes: 256,
            decodedPixelBytes: 4)
    }
}
