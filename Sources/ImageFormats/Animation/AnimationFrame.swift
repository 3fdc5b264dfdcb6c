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
package struct AnimationFrames: Sequence, IteratorProtocol {
    private enum Walker {
        case gif(GIFFrames)
        case webP(WebPFrames)
    }

    private var walker: Walker
    private var rest = AnimationHeader.maximumFrames

    /// Returns `nil` for a format that has no animations.
    package init?(_ reader: ByteReader, _ format: ImageFormat) {
        switch format {
        case .gif: walker = .gif(GIFFrames(reader))
        case .webp:
            guard let frames = WebPFrames(reader) else { return nil }
            walker = .webP(frames)
        case .jpeg, .png, .tiff, .bmp, .avif, .heic: return nil
        }
    }

    package mutating func next() -> AnimationFrame? {
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

    /// How many times the animation repeats after it was played once, as far as it has been walked through; `nil` if it
    /// never ends.
    var repetitions: Int? {
        switch walker {
        case .gif(let frames): frames.repetitions
        case .webP(let frames): frames.repetitions
        }
    }
}
