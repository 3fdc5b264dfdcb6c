package import ImageFormats

/// Where a decoder puts the sizes of an image in the memory for the result. Both ends know it from the header, so it is in no
/// message.
package struct SizesMemory: Sendable {
    /// The longest edge of a JPEG.
    package static let maximumEdge = 65_500

    /// The room for the bytes of the placeholder.
    package let placeholder = 0..<64
    /// The sizes, and the room for the JPEG of each.
    package private(set) var images: [(size: PixelSize, place: Range<Int>)] = []

    /// - Throws: ``PictureError/tooLarge(_:)`` for a size that no JPEG has.
    package init(_ sizes: [PixelSize]) throws(PictureError) {
        var start = placeholder.upperBound
        for size in sizes {
            guard max(size.width, size.height) <= Self.maximumEdge else { throw .tooLarge(size) }
            let end = start + Self.room(for: size)
            images.append((size, start..<end))
            start = end
        }
    }

    /// The number of bytes of the whole memory, of which a decoder uses few.
    package var count: Int { images.last?.place.upperBound ?? placeholder.upperBound }

    /// Returns more bytes than a JPEG of the decoder's quality ever has: two for each sample, of which four pixels have six,
    /// and those of its head.
    private static func room(for size: PixelSize) -> Int {
        func padded(_ length: Int) -> Int { (length + 15) / 16 * 16 }
        return padded(size.width) * padded(size.height) * 3 + 4_096
    }
}
