/// Numbers and names as bytes.
extension [UInt8] {
    /// Appends the lowest bytes of a number.
    mutating func append(_ number: Int, _ size: Int, _ order: ByteReader.Order) {
        for index in 0..<size {
            let shift = 8 * (order == .bigEndian ? size - 1 - index : index)
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a number as four bytes, the highest first.
    mutating func append(number: Int) { append(number, 4, .bigEndian) }

    /// Appends a text.
    mutating func append(text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }
}
