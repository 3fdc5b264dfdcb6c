import CImageDecoding
package import Foundation
package import ImageFormats

/// Decodes frames of an animated GIF or WebP: draws them one after the other on a canvas, and shows it after each.
///
/// The canvas is all that one frame needs of those before it. It isn't libwebp's `WebPAnimDecoder` or gdk-pixbuf's
/// `GdkPixbufAnimation`, because these begin at the first frame, keep two canvases or all frames, and can't be stopped.
package struct AnimationDecoder {
    /// Where the canvas and the frames are in memory.
    package typealias Places = (canvas: UnsafeMutableRawBufferPointer, frames: [UnsafeMutableRawBufferPointer])

    private let budget: Int
    private let timeLimit: PictureTimeLimit

    /// Creates a decoder.
    /// - Parameters:
    ///   - budget: The most memory, in bytes, that the frames may take while they are decoded.
    ///   - timeLimit: The processor time after which decoding is given up.
    package init(budget: Int = 256 << 20, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        self.budget = budget
        self.timeLimit = timeLimit
    }

    /// Decodes frames that follow each other, and writes their pixels to memory: blue, green, red, which are multiplied by
    /// alpha, and alpha.
    ///
    /// The frames before them aren't looked at. Finding the frames counts as time of decoding them.
    /// - Parameters:
    ///   - position: Where the first of them is, as the header says it.
    ///   - count: How many there are.
    ///   - places: Returns room for the pixels of each frame, and the canvas: what the frames before the first one have left,
    ///     at the size of the image; zeros, if there are none. It receives what the last frame leaves. Called once it is
    ///     known what the frames take.
    /// - Throws: ``PictureError/tooLarge(_:)``, ``PictureError/tooSlow``, ``PictureError/noMemory``, or
    ///   ``PictureError/undecodable(_:)`` if a frame is broken, or isn't there.
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

    /// Writes what is on the canvas, at the size of a frame, upright and in sRGB.
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
