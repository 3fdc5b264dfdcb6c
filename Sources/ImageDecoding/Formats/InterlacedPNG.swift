import Foundation
import ImageFormats

/// Checks whether an interlaced PNG has all its passes.
///
/// Decoders draw each pass over the previous ones, so a PNG that ends after a pass still gives a picture with all rows,
/// only a coarser one.
enum InterlacedPNG {
    /// The first pixel and the pixel distance of each pass (PNG, section 8.2).
    private static let passes: [(x: Int, y: Int, across: Int, down: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]

    /// The number of bytes that are unpacked between two deadline checks.
    private static let step = 1 << 15

    /// Returns whether all passes are present. Unpacks the pixels once without keeping them.
    /// - Throws: ``PictureError/tooSlow`` or ``PictureError/noMemory``.
    static func isWhole(_ reader: ByteReader, _ image: ImageHeader, until deadline: PictureDeadline)
        throws(PictureError) -> Bool
    {
        var missing = byteCount(image)
        guard let unpacking = Unpacking() else { throw .noMemory }
        var chunks = PNGChunks(reader)
        while missing > 0, let chunk = chunks.next() {
            guard chunk.name == PNGChunks.pixels else { continue }
            for start in stride(from: chunk.content.lowerBound, to: chunk.content.upperBound, by: step) {
                let part = reader.prefix(of: start..<min(chunk.content.upperBound, start + step))
                missing -= unpacking.unpack(part, atMost: missing)
                try deadline.check()
            }
        }
        return missing <= 0
    }

    /// Returns the number of bytes in all rows of all passes, including the filter byte of each row.
    private static func byteCount(_ image: ImageHeader) -> Int {
        var sum = 0
        for pass in passes {
            let width = (image.size.width - pass.x + pass.across - 1) / pass.across
            let height = (image.size.height - pass.y + pass.down - 1) / pass.down
            if width > 0, height > 0 { sum += height * (1 + (width * image.channels * image.bitDepth + 7) / 8) }
        }
        return sum
    }
}
