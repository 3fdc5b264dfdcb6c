/// Checks whether the end of a BMP is there, which follows from the size at its beginning.
enum BMPEnd {
    static func isPresent(_ reader: ByteReader) -> Bool {
        reader.number(4, at: 2, .littleEndian).map { $0 <= reader.count } ?? false
    }
}
