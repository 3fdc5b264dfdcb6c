import Foundation

/// Checks whether the end of a GIF is there.
package enum GIFEnd {
    /// Returns whether the last byte is the one that marks the end.
    static func isLast(in data: Data) -> Bool { data.last.map(Int.init) == GIFBlocks.Kind.end.rawValue }

    /// Returns whether the end is there after all frames, whatever follows it.
    package static func isPresent(_ reader: ByteReader) -> Bool {
        var blocks = GIFBlocks(reader, skippingGaps: true)
        while blocks.next() != nil {}
        return blocks.ending == .endOfImage
    }
}
