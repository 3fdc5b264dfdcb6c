/// Checks whether the end of a WebP is there, which follows from the size at its beginning.
package enum WebPEnd {
    package static func isPresent(_ reader: ByteReader) -> Bool {
        reader.number(4, at: 4, .littleEndian).map { $0 + 8 <= reader.count } ?? false
    }
}
