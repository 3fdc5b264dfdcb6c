public import Foundation
public import ImageFormats

extension PictureDecoder {
    /// The longest edge of the picture that a placeholder is created from. A placeholder has at most seven waves along
    /// an edge.
    private static let placeholderEdge = 64

    /// Decodes data once and encodes it as JPEGs of several sizes: upright, in sRGB, without metadata, and on white if
    /// the image is transparent.
    ///
    /// Each size is scaled from the next larger one.
    /// - Parameters:
    ///   - sizes: One or more sizes of the upright image. No size is larger than the image.
    ///   - places: Memory for the JPEG of each size.
    /// - Returns: The number of bytes of each JPEG, and a placeholder.
    /// - Throws: The same errors as ``decode(_:filling:)``.
    public func encode(
        _ data: Data, sizes: [PixelSize], into places: [UnsafeMutableRawBufferPointer]
    ) throws(PictureError) -> (counts: [Int], placeholder: ThumbHash) {
        let header = try PictureHeader(of: data)
        let order = sizes.indices.sorted { sizes[$0].pixelCount > sizes[$1].pixelCount }
        guard sizes.count == places.count, let first = order.first else {
            preconditionFailure("each size has a place, and there is at least one")
        }
        let estimate = header.estimatedBytes(scaledTo: sizes)
        let deadline = try admit(header, estimate: estimate)
        let fit = PictureFit(header.image.size, header.image.orientation, scaledTo: sizes[first])
        var pixels = try pixels(of: data, header, fit, estimate: estimate, until: deadline)
        if header.image.hasAlpha { pixels.putOnWhite() }
        var counts = [Int](repeating: 0, count: sizes.count)
        for index in order {
            if pixels.size != sizes[index] { pixels = try pixels.scaled(to: sizes[index]) }
            counts[index] = try JPEGEncoder.encode(pixels, into: places[index], until: deadline)
        }
        let small = try pixels.scaled(to: pixels.size.scaled(toLongEdge: Self.placeholderEdge))
        return (counts, small.thumbHash)
    }
}
