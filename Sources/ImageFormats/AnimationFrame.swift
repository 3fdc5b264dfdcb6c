/// A frame of an animation: its pixels, how they are drawn on the canvas, and how the frame is disposed of afterwards.
package struct AnimationFrame {
    /// How the canvas changes after the frame's time.
    package enum Disposal {
        case keep
        /// The frame's place becomes transparent.
        case clear
        /// The frame's place is restored to its previous content.
        case restore
    }

    /// The position and format of a frame's pixels.
    package enum Pixels {
        case gif(GIFFrame)
        case webP(WebPFrame)
    }

    package let pixels: Pixels
    package let x: Int
    package let y: Int
    package let size: PixelSize
    /// The number of bytes that decoding the frame needs.
    let decodingBytes: Int
    /// The display time of the frame in milliseconds, as stored in the data.
    package let milliseconds: Int
    package let disposal: Disposal
    /// Whether the canvas shows through transparent parts of the frame. Otherwise these parts make the canvas
    /// transparent.
    package let blends: Bool

    init(_ frame: GIFFrame, milliseconds: Int, disposal: Disposal) {
        (x, y, size) = (frame.x, frame.y, frame.size)
        decodingBytes = size.pixelCount <= DecodePlan.maximumPixels ? size.pixelCount : .max
        pixels = .gif(frame)
        (self.milliseconds, self.disposal, blends) = (milliseconds, disposal, true)
    }

    init(_ frame: WebPFrame, milliseconds: Int, disposal: Disposal, blends: Bool) {
        (x, y, size) = (frame.x, frame.y, frame.size)
        decodingBytes = size.pixelCount * (4 + frame.decodingBytesPerPixel)
        pixels = .webP(frame)
        (self.milliseconds, self.disposal, self.blends) = (milliseconds, disposal, blends)
    }
}

/// Walks the frames of an animation, up to the first truncated or invalid frame.
protocol FrameWalker {
    mutating func next() -> AnimationFrame?

    /// The offset at which the next frame and its control data begin.
    var position: Int { get }

    /// The number of repetitions after the first play, as read so far; `nil` for an endless animation.
    var repetitions: Int? { get }
}
