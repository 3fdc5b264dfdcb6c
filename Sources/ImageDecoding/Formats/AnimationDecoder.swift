import CImageDecoding
public import Foundation
public import ImageFormats

/// Decodes frames of an animated GIF or WebP: draws them one after the other on a canvas, and shows it after each.
///
/// The canvas is all that one frame needs of those before it. It isn't libwebp's `WebPAnimDecoder` or gdk-pixbuf's
/// `GdkPixbufAnimation`, because these begin at the first frame, keep two canvases or all frames, and can't be stopped.
public struct AnimationDecoder: Sendable {
    private let budget: Int
    private let timeLimit: PictureTimeLimit

    /// Creates a decoder.
    /// - Parameters:
    ///   - budget: The most memory, in bytes, that the frames may take while they are decoded.
    ///   - timeLimit: The processor time after which decoding is given up.
    public init(budget: Int = 256 << 20, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        self.budget = budget
        self.timeLimit = timeLimit
    }

    /// Decodes frames that follow each other, and writes their pixels to memory: blue, green, red, which are multiplied by
    /// alpha, and alpha.
    /// - Parameters:
    ///   - header: The header of the data.
    ///   - first: The number of the first frame.
    ///   - canvas: What the frames before the first one have left, at the size of the image; zeros, if there are none. It
    ///     receives what the last frame leaves.
    ///   - places: Room for the pixels of each frame.
    /// - Throws: ``PictureError/tooLarge(_:)``, ``PictureError/tooSlow``, ``PictureError/noMemory``, or
    ///   ``PictureError/undecodable(_:)`` if a frame is broken, or isn't there.
    public func decode(
        _ data: Data, _ header: AnimationHeader, first: Int, on canvas: UnsafeMutableRawBufferPointer,
        into places: [UnsafeMutableRawBufferPointer]
    ) throws(PictureError) {
        guard header.estimatedBytes(places.count) <= budget else { throw .tooLarge(header.image.size) }
        let deadline = PictureDeadline(in: timeLimit.duration(ofPixels: header.drawnPixels(places.count)))
        guard let canvas = AnimationCanvas(canvas, header.image.size) else { throw .noMemory }
        guard let all = AnimationFrames(ByteReader(data), header.image.format) else { throw .unsupportedFormat }
        let frames = all.dropFirst(max(0, first)).prefix(places.count)
        let profile = PictureProfile.find(in: data, header.image.format)
        var count = 0
        for frame in frames {
            let before = frame.disposal == .restore ? try canvas.copy() : nil
            switch frame.pixels {
            case .gif(let pixels): try GIFDecoder.draw(pixels, of: data, on: canvas, until: deadline)
            case .webP(let pixels):
                try WebPDecoder.draw(pixels, of: data, blends: frame.blends, on: canvas, until: deadline)
            }
            try write(canvas, header, profile, to: places[count], until: deadline)
            switch frame.disposal {
            case .keep: break
            case .clear: canvas.clear(canvas.place(of: frame))
            case .restore: before.map(canvas.restore)
            }
            count += 1
        }
        guard count == places.count else { throw .undecodable("the frames are missing") }
    }

    /// Writes what is on the canvas, at the size of a frame, upright and in sRGB.
    private func write(
        _ canvas: borrowing AnimationCanvas, _ header: AnimationHeader, _ profile: Data?,
        to memory: UnsafeMutableRawBufferPointer, until deadline: PictureDeadline
    ) throws(PictureError) {
        let image = header.image
        let fit = PictureFit(image.size, image.orientation, scaledTo: header.frameSize)
        var pixels = try PicturePixels(fit.target)
        var scaling = PictureScaling(fit, from: image.size)
        guard let scaler = picture_scaler_new(&scaling, PICTURE_FOUR_VALUES, pixels.memory) else { throw .noMemory }
        defer { picture_scaler_free(scaler) }
        for y in 0..<image.size.height {
            picture_scaler_push(scaler, UnsafeRawPointer(canvas.row(y)).assumingMemoryBound(to: UInt8.self))
            if y % 64 == 0 { try deadline.check() }
        }
        pixels.convert(PICTURE_BGRA, isOpaque: false, profile: profile)
        try pixels.turn(image.orientation)
        guard pixels.write(.premultipliedBGRA, to: memory) else { throw .noMemory }
    }
}
