import Foundation

/// Looks whether an interlaced PNG has all its passes. Decoders draw each over the ones before, and take a picture whose
/// data ends with one of them for whole: it has all its rows, only coarser.
nonisolated enum InterlacedPNG {
    /// Where the pixels of each pass begin, and how far they are apart (PNG, 8.2).
    private static let passes: [(x: Int, y: Int, across: Int, down: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]

    /// So many bytes are unpacked between two looks at the time.
    private static let step = 1 << 15

    /// Unpacks the pixels once, keeping none of them.
    /// - Throws: ``PictureError/tooSlow``, or ``PictureError/undecodable(_:)`` where a chunk is not there.
    static func isWhole(_ data: Data, _ header: PictureHeader, until deadline: PictureDeadline) throws(PictureError)
        -> Bool
    {
        var missing = byteCount(header)
        guard let unpacking = Unpacking() else { throw .noMemory }
        var chunks = PNGChunks(PictureBytes(data))
        while missing > 0, let chunk = try chunks.next() {
            guard chunk.name == PNGChunks.pixels else { continue }
            for start in stride(from: chunk.data.lowerBound, to: chunk.data.upperBound, by: step) {
                let part = data[offset: start..<min(chunk.data.upperBound, start + step)]
                missing -= unpacking.unpack(part, atMost: missing)
                try deadline.check()
            }
        }
        return missing <= 0
    }

    /// Of all rows of all passes, each with the byte that names its filter.
    private static func byteCount(_ header: PictureHeader) -> Int {
        var sum = 0
        for pass in passes {
            let width = (header.width - pass.x + pass.across - 1) / pass.across
            let height = (header.height - pass.y + pass.down - 1) / pass.down
            if width > 0, height > 0 { sum += height * (1 + (width * header.channels * header.bitDepth + 7) / 8) }
        }
        return sum
    }
}
