import Foundation

/// The compressed ICC profile of a PNG.
package enum PNGProfile {
    /// The maximum length of a profile's name, including its terminating zero.
    private static let maximumNameLength = 80

    /// Returns the content of the profile chunk, which precedes the pixels.
    package static func content(_ reader: ByteReader) -> Range<Int>? {
        for chunk in PNGChunks(reader) {
            if chunk.name == PNGChunks.pixels { return nil }
            if chunk.name == PNGChunks.profile { return chunk.content }
        }
        return nil
    }

    /// Returns the place of the compressed bytes in a chunk. They follow the name, a zero and the compression method.
    package static func compressedBytes(in content: Range<Int>, _ reader: ByteReader) -> Range<Int>? {
        guard content.upperBound <= reader.count else { return nil }
        let name = reader.prefix(of: content.prefix(maximumNameLength))
        guard let end = name.firstIndex(of: 0) else { return nil }
        let start = content.lowerBound + (end - name.startIndex) + 2
        return start < content.upperBound ? start..<content.upperBound : nil
    }
}
