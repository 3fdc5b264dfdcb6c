import Foundation

/// Looks whether a picture goes to its end, where the decoder draws what there is of one that was cut, and says nothing.
nonisolated enum PictureEnd {
    /// Whether the end that the format marks is there. Formats whose decoders notice themselves are taken as whole.
    /// - Throws: ``PictureError/tooSlow``.
    static func isThere(_ data: Data, _ header: PictureHeader, until deadline: PictureDeadline) throws(PictureError)
        -> Bool
    {
        let bytes = PictureBytes(data)
        do throws(PictureError) {
            switch header.format {
            case .jpeg, .tiff: return true
            case .gif: return try GIFFrame(firstOf: bytes).isFollowedByEnd(bytes)
            case .png:
                guard try isWholePNG(bytes) else { return false }
                return header.isProgressive ? try InterlacedPNG.isWhole(data, header, until: deadline) : true
            case .webp: return try bytes.number(4, at: 4, .littleEndian) + 8 <= bytes.count
            case .bmp: return try isWholeBMP(bytes, header)
            }
        } catch .tooSlow {
            throw .tooSlow
        } catch {
            return false
        }
    }

    /// Whether the chunks are whole up to the one that is the last.
    private static func isWholePNG(_ bytes: PictureBytes) throws(PictureError) -> Bool {
        var chunks = PNGChunks(bytes)
        var end = 0
        while let chunk = try chunks.next() { end = chunk.place.upperBound }
        return end <= bytes.count
    }

    /// Whether the rows are there, where they are not packed.
    private static func isWholeBMP(_ bytes: PictureBytes, _ header: PictureHeader) throws(PictureError) -> Bool {
        let start = try bytes.number(4, at: 10, .littleEndian)
        // The loader makes room for all that is before the rows.
        guard start <= bytes.count else { return false }
        let isOld = try bytes.number(4, at: 14, .littleEndian) == 12
        let packing = isOld ? 0 : try bytes.number(4, at: 30, .littleEndian)
        guard packing == 0 || packing == 3 else { return true }
        let bits = try bytes.number(2, at: isOld ? 24 : 28, .littleEndian)
        let row = (header.width * bits + 31) / 32 * 4
        return start + row * header.height <= bytes.count
    }
}
