import Foundation

/// Checks whether the end of a GIF is present.
package enum GIFEnd {
    /// Returns whether the last byte marks the end.
    static func isLast(in data: Data) -> Bool { data.last.map(Int.init) == GIFBlocks.Kind.end.rawValue }

    /// Returns whether the end follows the frames. Ignores any data after the end.
    package static func isPresent(_ reader: ByteReader) -> Bool {
        var blocks = GIFBlocks(reader, skippingGaps: true)
        while blocks.next() != nil {}
        return blocks.ending == .endOfImage
    }
}
