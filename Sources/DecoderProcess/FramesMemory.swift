package import ImageFormats

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
