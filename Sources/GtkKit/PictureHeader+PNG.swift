import Foundation

nonisolated extension PictureHeader {
    /// The depths that each kind of colours has.
    private static let depths: [Int: Set<Int>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// Goes from chunk to chunk: transparency stands before the pixels, EXIF data may stand behind them.
    static func png(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        guard bytes.has("IHDR", at: 12) else { throw .undecodable("no size in it") }
        let width = try bytes.number(4, at: 16, .bigEndian)
        let height = try bytes.number(4, at: 20, .bigEndian)
        let (depth, colours) = (try bytes[24], try bytes[25])
        guard depths[colours]?.contains(depth) == true else { throw .undecodable("its colours are none") }
        var orientation: PictureOrientation?
        var profileBytes: Int?
        var hasAlpha = colours & 4 != 0
        var chunks = PNGChunks(bytes)
        var last = 0
        while last + 8 <= bytes.count, let chunk = try chunks.next() {
            switch chunk.name {
            case PNGChunks.transparency: hasAlpha = true
            case PNGChunks.exif where orientation == nil:
                orientation = PictureOrientation(exif: bytes, at: chunk.data.lowerBound)
            case PNGChunks.profile where profileBytes == nil:
                profileBytes = PictureProfile.sizeInPNG(bytes, chunk.data)
            default: break
            }
            last = chunk.place.upperBound
        }
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colours] ?? 4
        let pixels = min(PictureSize(width: width, height: height).pixels, refusedBytes)
        return PictureHeader(
            format: .png, width: width, height: height, isProgressive: try bytes[28] == 1,
            orientation: orientation ?? .topLeft, channels: channels, bitDepth: depth, hasAlpha: hasAlpha,
            wholeBytes: pixels * (hasAlpha ? 4 : 3) + PictureProfile.convertingBytes(profileBytes ?? 0), rowBytes: 32)
    }
}
