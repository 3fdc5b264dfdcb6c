import Foundation

/// Checks whether the end of a PNG is present.
package enum PNGEnd {
    /// Returns whether the data ends with the end chunk.
    static func isLast(in data: Data) -> Bool {
        data.suffix(12) == Data([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    /// Returns whether the end chunk is present. Ignores any data after it.
    package static func isPresent(_ reader: ByteReader) -> Bool {
        var chunks = PNGChunks(reader)
        var end = 0
        while let chunk = chunks.next() { end = chunk.place.upperBound }
        return chunks.hasReachedEnd && end <= reader.count
    }
}
