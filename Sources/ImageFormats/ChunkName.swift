/// The four-character name of a PNG or WebP chunk or an ISO base media file box.
package struct ChunkName: Hashable, ExpressibleByStringLiteral {
    package let value: Int

    package init(_ value: Int) { self.value = value }

    package init(stringLiteral text: StaticString) {
        value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Whether a PNG decoder may skip the chunk, that is, whether its first letter is lowercase.
    package var isAncillary: Bool { value >> 29 & 1 == 1 }
}
