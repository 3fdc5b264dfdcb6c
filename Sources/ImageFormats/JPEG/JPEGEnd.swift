import Foundation

/// Checks whether the end of a JPEG is there.
enum JPEGEnd {
    /// Returns whether nothing, or only zeros, follows the end marker. Some cameras pad with zeros.
    static func isLast(in data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 0 else { return false }
            return bytes[last - 1] == 0xFF && bytes[last] == 0xD9
        }
    }

    /// Returns whether the end marker is there, whatever follows it.
    static func isPresent(_ reader: ByteReader) -> Bool {
        var segments = JPEGSegments(reader, tolerating: [.gaps, .shortLengths])
        while segments.next() != nil {}
        return segments.ending == .endOfImage
    }
}
