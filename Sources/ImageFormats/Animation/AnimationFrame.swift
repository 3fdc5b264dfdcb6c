/// A frame of an animation: its pixels, how they are drawn on the canvas, and how the frame is disposed of afterwards.
package struct AnimationFrame {
    /// How the canvas changes after the frame's time.
    package enum Disposal {
        /// The canvas stays unchanged.
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

    /// The pixels.
    package let pixels: Pixels
    /// The display time of the frame in milliseconds, as stored in the data.
    package let milliseconds: Int
    package let disposal: Disposal
    /// Whether the canvas shows through transparent parts of the frame. Otherwise these parts make the canvas
    /// transparent.
    package let blends: Bool

    /// The number of bytes for decoding the frame.
    var cost: Int {
        switch pixels {
        case .gif(let frame): frame.size.pixelCount <= PictureHeader.maximumPixels ? frame.size.pixelCount : .max
        case .webP(let frame): frame.size.pixelCount * (4 + frame.decodingBytesPerPixel)
        }
    }

    /// The number of pixels in the frame.
    var pixelCount: Int {
        switch pixels {
        case .gif(let frame): frame.size.pixelCount
        case .webP(let frame): frame.size.pixelCount
        }
    }
}

/// The frames of an animation, up to the first truncated or invalid frame.
struct AnimationFrames: Sequence, IteratorProtocol {
    private enum Walker {
        case gif(GIFFrames)
        case webP(WebPFrames)
    }

    private var walker: Walker
    private var rest = AnimationHeader.maximumFrames

    /// Returns `nil` for a format without animations.
    /// - Parameter start: A ``position`` at which the frames begin; `nil` for the first frame.
    init?(_ reader: ByteReader, _ format: ImageFormat, from start: Int? = nil) {
        let start = start.map { Swift.max(0, Swift.min($0, reader.count)) }
        switch format {
        case .gif: walker = .gif(GIFFrames(reader, from: start))
        case .webp:
            guard let frames = WebPFrames(reader, from: start) else { return nil }
            walker = .webP(frames)
        case .jpeg, .png, .avif, .heic: return nil
        }
    }

    mutating func next() -> AnimationFrame? {
        guard rest > 0 else { return nil }
        rest -= 1
        switch walker {
        case .gif(var frames):
            defer { walker = .gif(frames) }
            return frames.next()
        case .webP(var frames):
            defer { walker = .webP(frames) }
            return frames.next()
        }
    }

    /// The offset at which the next frame and its control data begin.
    var position: Int {
        switch walker {
        case .gif(let frames): frames.position
        case .webP(let frames): frames.position
        }
    }

    /// The number of repetitions after the first play, as read so far; `nil` for an endless animation.
    var repetitions: Int? {
        switch walker {
        case .gif(let frames): frames.repetitions
        case .webP(let frames): frames.repetitions
        }
    }
}
