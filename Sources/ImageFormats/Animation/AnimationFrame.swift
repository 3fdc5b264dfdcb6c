/// One frame of an animation: its pixels, how they are drawn on the canvas, and what becomes of them afterwards.
package struct AnimationFrame {
    /// What becomes of the canvas after the frame's time.
    package enum Disposal {
        /// It stays as it is.
        case keep
        /// The frame's place becomes transparent.
        case clear
        /// The frame's place becomes what it was before.
        case restore
    }

    /// Where a frame's pixels are.
    package enum Pixels {
        case gif(GIFFrame)
        case webP(WebPFrame)
    }

    /// The pixels.
    package let pixels: Pixels
    /// The time that the frame is shown, in milliseconds, as the data says it.
    package let milliseconds: Int
    package let disposal: Disposal
    /// Whether what is transparent in the frame shows the canvas. Otherwise it makes the canvas transparent.
    package let blends: Bool

    /// The number of bytes that decoding the frame takes.
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

/// The frames of an animation, up to the first one that is cut short or isn't valid.
struct AnimationFrames: Sequence, IteratorProtocol {
    private enum Walker {
        case gif(GIFFrames)
        case webP(WebPFrames)
    }

    private var walker: Walker
    private var rest = AnimationHeader.maximumFrames

    /// Returns `nil` for a format that has no animations.
    /// - Parameter start: Where the frames begin, as ``position`` says it; `nil` for the first frame.
    init?(_ reader: ByteReader, _ format: ImageFormat, from start: Int? = nil) {
        let start = start.map { Swift.max(0, Swift.min($0, reader.count)) }
        switch format {
        case .gif: walker = .gif(GIFFrames(reader, from: start))
        case .webp:
            guard let frames = WebPFrames(reader, from: start) else { return nil }
            walker = .webP(frames)
        case .jpeg, .png, .tiff, .bmp, .avif, .heic: return nil
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

    /// The offset from which on the next frame is found, with what is said about it.
    var position: Int {
        switch walker {
        case .gif(let frames): frames.position
        case .webP(let frames): frames.position
        }
    }

    /// How many times the animation repeats after it was played once, as far as it has been walked through; `nil` if it
    /// never ends.
    var repetitions: Int? {
        switch walker {
        case .gif(let frames): frames.repetitions
        case .webP(let frames): frames.repetitions
        }
    }
}
