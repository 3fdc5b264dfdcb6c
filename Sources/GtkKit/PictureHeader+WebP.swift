nonisolated extension PictureHeader {
    static func webp(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let frame = try WebPFrame(firstOf: bytes)
        guard bytes.has("VP8X", at: 12) else {
            let isTransparent = frame.isLossless ? try bytes[24] >> 4 & 1 == 1 : false
            return webp(frame, frame.size, hasAlpha: isTransparent)
        }
        var orientation: PictureOrientation?
        var profileBytes = 0
        var position = 12
        while position + 8 <= bytes.count {
            if orientation == nil, bytes.has("EXIF", at: position) {
                let isPrefixed = bytes.has("Exif\0\0", at: position + 8)
                orientation = PictureOrientation(exif: bytes, at: position + (isPrefixed ? 14 : 8))
            }
            if profileBytes == 0, bytes.has("ICCP", at: position) {
                profileBytes = try bytes.number(4, at: position + 4, .littleEndian)
            }
            position += try WebPFrame.length(bytes, at: position)
        }
        let canvas = PictureSize(
            width: try bytes.number(3, at: 24, .littleEndian) + 1,
            height: try bytes.number(3, at: 27, .littleEndian) + 1)
        return webp(
            frame, canvas, hasAlpha: try bytes[20] & 0x10 != 0 || frame.hasAlphaPlane || !frame.isWhole,
            orientation: orientation ?? .topLeft, profileBytes: PictureProfile.convertingBytes(profileBytes))
    }

    /// libwebp scales while it decodes. Lossless pixels are decoded whole, four bytes each; alpha beside lossy ones the
    /// same way. A frame that is smaller than its canvas is not scaled.
    private static func webp(
        _ frame: WebPFrame, _ canvas: PictureSize, hasAlpha: Bool, orientation: PictureOrientation = .topLeft,
        profileBytes: Int = 0
    ) -> PictureHeader {
        let pixelBytes = (frame.isLossless ? 4 : frame.hasAlphaPlane ? 5 : 0) + (frame.isWhole ? 0 : 4)
        return PictureHeader(
            format: .webp, width: canvas.width, height: canvas.height, orientation: orientation,
            channels: hasAlpha ? 4 : 3, bitDepth: 8, hasAlpha: hasAlpha,
            wholeBytes: min(frame.size.pixels * pixelBytes + profileBytes, refusedBytes), rowBytes: 256,
            decodedPixelBytes: frame.isWhole ? 4 : 0)
    }
}
