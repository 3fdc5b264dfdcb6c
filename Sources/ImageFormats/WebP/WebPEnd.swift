/// Checks whether the end of a WebP is present, based on the size in its header.
package enum WebPEnd {
    package static func isPresent(_ reader: ByteReader) -> Bool {
        reader.number(4, at: 4, .littleEndian).map { $0 + 8 <= reader.count } ?? false
    }
}
