nonisolated extension PictureHeader {
    /// Goes from chunk to chunk: transparency stands before the pixels, EXIF data may stand behind them.
    static func png(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        guard bytes.has("IHDR", at: 12) else { throw .undecodable("no size in it") }
        let width = try bytes.number(4, at: 16, .bigEndian)
        let height = try bytes.number(4, at: 20, .bigEndian)
        let colours = try bytes[25]
        var orientation: PictureOrientation?
        var hasAlpha = colours & 4 != 0
        var position = 8
        while position + 8 <= bytes.count {
            if bytes.has("tRNS", at: position + 4) { hasAlpha = true }
            if orientation == nil, bytes.has("eXIf", at: position + 4) {
                orientation = PictureOrientation(exif: bytes, at: position + 8)
            }
            position += 12 + (try bytes.number(4, at: position, .bigEndian))
        }
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colours] ?? 4
        let pixels = min(PictureSize(width: width, height: height).pixels, refusedBytes)
        return PictureHeader(
            format: .png, width: width, height: height, isProgressive: try bytes[28] == 1,
            orientation: orientation ?? .topLeft, channels: channels, bitDepth: try bytes[24], hasAlpha: hasAlpha,
            wholeBytes: pixels * (hasAlpha ? 4 : 3), rowBytes: 32)
    }
}
