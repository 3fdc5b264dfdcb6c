package import ImageFormats

/// The layout of an image's smaller sizes in the result's memory. Both processes derive it from the header, so
/// no message contains them.
package struct SizesMemory: Sendable {
    /// The longest edge of a JPEG.
    package static let maximumEdge = 65_500

    package let placeholder = 0..<64
    package private(set) var images: [(size: PixelSize, range: Range<Int>)] = []

    /// - Throws: ``PictureError/tooLarge(_:)`` for a size that JPEG doesn't support.
    package init(_ sizes: [PixelSize]) throws(PictureError) {
        var start = placeholder.upperBound
        for size in sizes {
            guard max(size.width, size.height) <= Self.maximumEdge else { throw .tooLarge(size) }
            let end = start + Self.room(for: size)
            images.append((size, start..<end))
            start = end
        }
    }

    /// The total number of bytes. A decoder uses only a small part of them.
    package var count: Int { images.last?.range.upperBound ?? placeholder.upperBound }

    /// Returns an upper limit for the length of a JPEG with the decoder's quality: two bytes for each sample, with six
    /// samples for four pixels, plus the header.
    private static func room(for size: PixelSize) -> Int {
        func padded(_ length: Int) -> Int { (length + 15) / 16 * 16 }
        return padded(size.width) * padded(size.height) * 3 + 4_096
    }
}

/// The layout of an animation's canvas and frames in the result's memory. Both processes derive it from the
/// header, so no message contains them.
///
/// A frame depends on the frames before it. The client sends the canvas after those frames with the request, and the
/// decoder leaves the updated canvas for the next request. So any decoder can continue after another one has stopped or
/// ended, and each frame is decoded only once, no matter how long the animation is. If a decoder kept the canvas
/// itself, each animation would need a decoder to itself, and all frames so far would have to be decoded again if that
/// decoder ended.
package struct FramesMemory: Hashable, Sendable {
    /// The canvas: the client writes it before the first frame, and the decoder leaves it after the last one.
    package let canvas: Range<Int>
    package let frames: [Range<Int>]

    package init(_ cost: AnimationCost, count: Int) {
        canvas = 0..<cost.canvasBytes
        let (start, length) = (canvas.upperBound, cost.frameBytes)
        frames = (0..<count).map { start + $0 * length..<start + ($0 + 1) * length }
    }

    package var count: Int { frames.last?.upperBound ?? canvas.upperBound }
}
