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
    package typealias Buffers = (canvas: UnsafeMutableRawBufferPointer, frames: [UnsafeMutableRawBufferPointer])

    private let budget: Int
    private let timeLimit: PictureTimeLimit

    package init(budget: Int = DecodingMemory.budget, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        (self.budget, self.timeLimit) = (budget, timeLimit)
    }

    /// Decodes consecutive frames and writes their pixels to memory: blue, green and red multiplied by alpha, then
    /// alpha.
    ///
    /// Earlier frames aren't read. Finding the frames counts towards the time limit.
    /// - Parameters:
    ///   - position: The position of the first frame, as given by the header.
    ///   - count: The number of frames.
    ///   - buffers: Returns the memory for each frame's pixels and for the canvas. The canvas has the size of the image
    ///     and contains the result of the frames before the first one, or zeros if there are none. The canvas is
    ///     updated to the result of the last frame. Called once the cost of the frames is known.
    package func decode(
        _ data: Data, from position: Int, count: Int, into buffers: (AnimationCost) throws(PictureError) -> Buffers
    ) throws(PictureError) {
        let start = PictureDeadline(in: .zero)
        let part = try AnimationPart(of: data, from: position, count: count)
        let image = part.cost.image
        guard part.frames.count == count else { throw .undecodable("frames are missing") }
        guard part.cost.estimatedBytes(count) <= budget else { throw .tooLarge(image.size) }
        let deadline = start + timeLimit.duration(ofPixels: part.cost.drawnPixels(count))
        try deadline.check()
        let buffers = try buffers(part.cost)
        guard buffers.frames.count == count, let canvas = AnimationCanvas(buffers.canvas, image.size) else {
            throw .noMemory
        }
        let profile = part.cost.profileByteCount > 0 ? ColourProfile.find(in: data, image.format) : nil
        for (frame, buffer) in zip(part.frames, buffers.frames) {
            let before = frame.disposal == .restore ? try canvas.copy() : nil
            switch frame.pixels {
            case .gif(let pixels): try GIFDecoder.draw(pixels, of: data, on: canvas, until: deadline)
            case .webP(let pixels):
                try WebPDecoder.draw(pixels, of: data, blends: frame.blends, on: canvas, until: deadline)
            }
            try write(canvas, part.cost, profile, to: buffer, until: deadline)
            switch frame.disposal {
            case .keep: break
            case .clear: canvas.clear(canvas.rect(x: frame.x, y: frame.y, frame.size))
            case .restore: if let before { canvas.restore(before) }
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

/// The canvas of an animation, in memory it doesn't own: blue, green and red multiplied by alpha, then alpha.
struct AnimationCanvas {
    private let pixels: UnsafeMutablePointer<UInt32>
    private let size: PixelSize

    /// Returns `nil` if the memory is too small for the canvas or isn't aligned.
    init?(_ memory: UnsafeMutableRawBufferPointer, _ size: PixelSize) {
        guard let address = memory.baseAddress, memory.count >= size.pixelCount * 4,
            Int(bitPattern: address) % MemoryLayout<UInt32>.alignment == 0
        else { return nil }
        pixels = address.bindMemory(to: UInt32.self, capacity: size.pixelCount)
        self.size = size
    }

    /// Returns the part of a frame that is on the canvas.
    func rect(x: Int, y: Int, _ frame: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
        ((x..<x + frame.width).clamped(to: 0..<size.width), (y..<y + frame.height).clamped(to: 0..<size.height))
    }

    func row(_ y: Int, from x: Int = 0) -> UnsafeMutablePointer<UInt32> { pixels + y * size.width + x }

    func clear(_ rect: (columns: Range<Int>, rows: Range<Int>)) {
        for y in rect.rows {
            row(y, from: rect.columns.lowerBound).update(repeating: 0, count: rect.columns.count)
        }
    }

    func copy() throws(PictureError) -> Data {
        guard let memory = malloc(size.pixelCount * 4) else { throw .noMemory }
        memcpy(memory, pixels, size.pixelCount * 4)
        return Data(bytesNoCopy: memory, count: size.pixelCount * 4, deallocator: .free)
    }

    func restore(_ copy: Data) {
        copy.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress, bytes.count == size.pixelCount * 4 else { return }
            memcpy(pixels, source, bytes.count)
        }
    }
}
