nonisolated extension PictureHeader {
    /// The first frame is read too: it may be larger than the screen it is drawn on.
    static func gif(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let width = try bytes.number(2, at: 6, .littleEndian)
        let height = try bytes.number(2, at: 8, .littleEndian)
        let flags = try bytes[10]
        let frame = try GIFFrame(firstOf: bytes)
        return PictureHeader(
            format: .gif, width: width, height: height, isProgressive: frame.isInterlaced, channels: 1,
            bitDepth: flags & 7 + 1, hasAlpha: true,
            // One byte a pixel, and a row of four.
            wholeBytes: frame.size.pixels <= PictureDecoder.maximumPixels ? frame.size.pixels : refusedBytes,
            rowBytes: 4)
    }
}
