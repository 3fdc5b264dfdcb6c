import CImageDecoding
package import Foundation
package import ImageFormats

/// Decodes frames of an animated GIF or WebP: draws one frame after another on a canvas and copies the canvas after
/// each.
///
/// The canvas is the only state a frame needs from the frames before it. libwebp's `WebPAnimDecoder` and gdk-pixbuf's
/// `GdkPixbufAnimation` aren't used, because they always begin at the first frame, keep two canvases or all frames, and
/// can't be interrupted.
package struct AnimationDecoder {
    /// The places of the canvas and the frames in memory.
    package typealias Places = (canvas: UnsafeMutableRawBufferPointer, frames: [UnsafeMutableRawBufferPointer])

    private let budget: Int
    private let timeLimit: PictureTimeLimit

    /// Creates a decoder.
    /// - Parameters:
    ///   - budget: The most memory, in bytes, that decoding the frames may use.
    ///   - timeLimit: The processor time after which decoding gives up.
    package init(budget: Int = 256 << 20, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        self.budget = budget
        self.timeLimit = timeLimit
    }

    /// Decodes consecutive frames and writes their pixels to memory: blue, green and red multiplied by alpha, then
    /// alpha.
    ///
    /// Earlier frames aren't read. Finding the frames counts towards the time limit.
    /// - Parameters:
    ///   - position: The position of the first frame, as given by the header.
    ///   - count: The number of frames.
    ///   - places: Returns the memory for each frame's pixels and for the canvas. The canvas has the size of the image
    ///     and contains the result of the frames before the first one, or zeros if there are none. The canvas is
    ///     updated to the result of the last frame. Called once the cost of the frames is known.
    /// - Throws: ``PictureError/tooLarge(_:)``, ``PictureError/tooSlow``, ``PictureError/noMemory``, or
    ///   ``PictureError/undecodable(_:)`` if a frame is broken or missing.
    package func decode(
        _ data: Data, from position: Int, count: Int, into places: (AnimationCost) throws(PictureError) -> Places
    ) throws(PictureError) {
        let start = PictureDeadline(in: .zero)
        let part = try AnimationPart(of: data, from: position, count: count)
        let image = part.cost.image
        guard part.frames.count == count else { throw .undecodable("the frames are missing") }
        guard part.cost.estimatedBytes(count) <= budget else { throw .tooLarge(image.size) }
        let deadline = start + timeLimit.duration(ofPixels: part.cost.drawnPixels(count))
        try deadline.check()
        let places = try places(part.cost)
        guard places.frames.count == count, let canvas = AnimationCanvas(places.canvas, image.size) else {
            throw .noMemory
        }
        let profile = part.cost.profileByteCount > 0 ? PictureProfile.find(in: data, image.format) : nil
        for (frame, place) in zip(part.frames, places.frames) {
            let before = frame.disposal == .restore ? try canvas.copy() : nil
            switch frame.pixels {
            case .gif(let pixels): try GIFDecoder.draw(pixels, of: data, on: canvas, until: deadline)
            case .webP(let pixels):
                try WebPDecoder.draw(pixels, of: data, blends: frame.blends, on: canvas, until: deadline)
            }
            try write(canvas, part.cost, profile, to: place, until: deadline)
            switch frame.disposal {
            case .keep: break
            case .clear: canvas.clear(canvas.place(of: frame))
            case .restore: before.map(canvas.restore)
            }
        }
    }

    /// Writes the content of the canvas in the size of a frame, upright and in sRGB.
    private func write(
        _ canvas: borrowing AnimationCanvas, _ cost: AnimationCost, _ profile: Data?,
        to memory: UnsafeMutableRawBufferPointer, until deadline: PictureDeadline
    ) throws(PictureError) {
        let image = cost.image
        let fit = PictureFit(image.size, image.orientation, scaledTo: cost.frameSize)
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
