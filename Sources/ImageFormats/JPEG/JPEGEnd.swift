import Foundation

/// Checks whether the end of a JPEG is present.
enum JPEGEnd {
    /// Returns whether the data ends with the end marker, possibly followed by zeros. Some cameras pad with zeros.
    static func isLast(in data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 0 else { return false }
            return bytes[last - 1] == 0xFF && bytes[last] == 0xD9
        }
    }

    /// Returns whether the end marker is present. Ignores any data after it.
    static func isPresent(_ reader: ByteReader) -> Bool {
        var segments = JPEGSegments(reader, tolerating: [.gaps, .shortLengths])
        while segments.next() != nil {}
        return segments.ending == .endOfImage
    }
}
