/// The four characters that name a chunk of a PNG or a WebP, or a box of an ISO base media file.
package struct ChunkName: Hashable, ExpressibleByStringLiteral {
    /// The characters as a number of four bytes.
    let value: Int

    package init(_ value: Int) {
        self.value = value
    }

    package init(stringLiteral text: StaticString) {
        value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Whether a decoder of PNG may skip the chunk, because its first letter is lowercase.
    package var isAncillary: Bool { value >> 29 & 1 == 1 }
}
