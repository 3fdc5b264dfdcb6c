package import ImageFormats

/// Where the canvas and the frames of an animation are in the memory for the result. Both ends know it from the header, so it
/// is in no message.
///
/// A frame depends on those before it. What they have left on the canvas comes with the request, and is left there for the
/// next one. So any decoder can go on where another one has stopped, or was ended, and no frame is decoded twice, however
/// long the animation is. A decoder that kept the canvas itself would be one that the animation has to itself, and all of the
/// frames up to then would have to be decoded again if it ended.
package struct FramesMemory: Hashable, Sendable {
    /// The canvas before the first frame, as the client writes it, and after the last one, as the decoder leaves it.
    package let canvas: Range<Int>
    /// The place of each frame.
    package let frames: [Range<Int>]

    package init(_ cost: AnimationCost, count: Int) {
        canvas = 0..<cost.canvasBytes
        let (start, length) = (canvas.upperBound, cost.frameBytes)
        frames = (0..<count).map { start + $0 * length..<start + ($0 + 1) * length }
    }

    /// The number of bytes of the whole memory.
    package var count: Int { frames.last?.upperBound ?? canvas.upperBound }
}
