import CImageDecoding
package import Foundation
package import ImageFormats

/// Decodes encoded images to pictures at display size.
///
/// Uses the format's own scaling if it has one, applies the image's orientation, converts colours to sRGB, and crops
/// opposite edges equally to match the box's aspect ratio.
package struct PictureDecoder: Sendable {
    private let budget: Int
    private let timeLimit: PictureTimeLimit

    /// Creates a decoder.
    /// - Parameters:
    ///   - budget: The most memory, in bytes, that decoding a picture may use.
    ///   - timeLimit: The processor time after which decoding gives up.
    package init(budget: Int = DecodingMemory.budget, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        (self.budget, self.timeLimit) = (budget, timeLimit)
    }

    /// Decodes data to a picture that fills a box.
    ///
    /// Decoding takes time, so don't call this on the thread that draws; any other thread will do.
    /// - Parameter box: The size in screen pixels. A smaller image isn't enlarged.
    /// - Throws: ``PictureError/tooLarge(_:)`` for an image with more than ``DecodePlan/maximumPixels`` or one that would
    ///   exceed the memory budget; ``PictureError/tooSlow`` for an image that exceeds the time limit;
    ///   ``PictureError/noMemory`` if the system has no memory for the image; ``PictureError/unsupportedFormat`` and
    ///   ``PictureError/undecodable(_:)`` for data that isn't a complete image.
    package func decode(_ data: Data, filling box: PixelSize) throws(PictureError) -> Picture {
        let plan = try DecodePlan(of: data)
        return try pixels(of: data, plan, filling: box).picture(plan.pictureLayout)
    }

    /// Decodes data to a picture that fills a box, and writes its pixels to memory.
    /// - Parameters:
    ///   - plan: The plan of the data.
    ///   - memory: Memory for the pixels of the plan's `pictureSize(filling:)` in its `pictureLayout`.
    /// - Throws: The same errors as ``decode(_:filling:)``; ``PictureError/noMemory`` also if the memory is too small.
    package func decode(
        _ data: Data, _ plan: DecodePlan, filling box: PixelSize, into memory: UnsafeMutableRawBufferPointer
    ) throws(PictureError) -> (size: PixelSize, layout: PixelLayout) {
        let pixels = try pixels(of: data, plan, filling: box)
        guard pixels.write(plan.pictureLayout, to: memory) else { throw .noMemory }
        return (pixels.size, plan.pictureLayout)
    }

    private func pixels(
        of data: Data, _ plan: DecodePlan, filling box: PixelSize
    ) throws(PictureError) -> PicturePixels {
        let estimate = plan.estimatedBytes(filling: box)
        let deadline = try admit(plan, estimate: estimate)
        let fit = PictureFit(plan.image.size, plan.image.orientation, filling: box)
        return try pixels(of: data, plan, fit, estimate: estimate, until: deadline)
    }

    /// Refuses an image that exceeds the limits. Returns the deadline for decoding.
    func admit(_ plan: DecodePlan, estimate: Int) throws(PictureError) -> PictureDeadline {
        guard estimate <= budget, !plan.isRefused else { throw .tooLarge(plan.image.size) }
        return PictureDeadline(in: timeLimit.duration(ofPixels: plan.image.size.pixelCount) * plan.timeFactor)
    }

    /// Decodes an image, upright and in sRGB.
    /// - Parameter estimate: The most memory, in bytes, that decoding uses.
    func pixels(
        of data: Data, _ plan: DecodePlan, _ fit: PictureFit, estimate: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let image = plan.image
        guard try isWhole(data, plan, until: deadline) else { throw PictureError(.cutShort) }
        var pixels = try stored(data, plan, fit, estimate, until: deadline)
        // JPEGCoder converts colours itself.
        if image.format != .jpeg {
            let profile = image.format.profile(in: data)
            if case .described(let colours) = profile { pixels.mapTones(colours) }
            pixels.convert(
                image.isGrey ? PICTURE_GREY : PICTURE_BGRA, isOpaque: !image.hasAlpha,
                profile: ColourProfile.bytes(of: profile))
        }
        try pixels.turn(image.orientation)
        return pixels
    }

    /// Returns whether the end of an image is present. libjpeg reports a missing end itself; in other formats, the
    /// libraries draw the available part of a truncated image without reporting an error.
    private func isWhole(
        _ data: Data, _ plan: DecodePlan, until deadline: PictureDeadline
    ) throws(PictureError) -> Bool {
        guard plan.content != .jpeg else { return true }
        guard plan.image.format.hasEnd(in: data) else { return false }
        guard plan.content == .png, plan.image.isProgressive else { return true }
        return try PNGDecoder.hasAllPasses(data, plan.image, until: deadline)
    }

    /// Decodes an image without turning it upright.
    private func stored(
        _ data: Data, _ plan: DecodePlan, _ fit: PictureFit, _ estimate: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        switch plan.content {
        case .jpeg: try JPEGCoder.decode(data, fit, budget: estimate, until: deadline)
        case .png: try PNGDecoder(plan.image, fit, until: deadline).decode(data)
        case .webP(let frame): try WebPDecoder.decode(data, frame, fit, until: deadline)
        case .gif(let frame): try GIFDecoder.decode(data, frame, fit, until: deadline)
        case .heif: try HEIFDecoder.decode(data, plan.image, fit, until: deadline)
        case .tiles(let tiles): try HEIFDecoder.decode(data, plan.image, tiles, fit, until: deadline)
        }
    }
}

extension PictureDecoder {
    /// The longest edge of the picture that a placeholder is created from. A placeholder has at most seven waves along
    /// an edge.
    private static let placeholderEdge = 64

    /// Decodes data once and encodes it as JPEGs of several sizes: upright, in sRGB, without metadata, and on white if
    /// the image is transparent.
    ///
    /// Each size is scaled from the next larger one.
    /// - Parameters:
    ///   - plan: The plan of the data.
    ///   - sizes: One or more sizes of the upright image. No size is larger than the image.
    ///   - buffers: Memory for the JPEG of each size.
    /// - Returns: The number of bytes of each JPEG, and a placeholder.
    /// - Throws: The same errors as ``decode(_:filling:)``.
    package func encode(
        _ data: Data, _ plan: DecodePlan, sizes: [PixelSize], into buffers: [UnsafeMutableRawBufferPointer]
    ) throws(PictureError) -> (counts: [Int], placeholder: ThumbHash) {
        let order = sizes.indices.sorted { sizes[$0].pixelCount > sizes[$1].pixelCount }
        guard sizes.count == buffers.count, let first = order.first else {
            preconditionFailure("each size has a buffer, and there is at least one")
        }
        let estimate = plan.estimatedBytes(scaledTo: sizes)
        let deadline = try admit(plan, estimate: estimate)
        let fit = PictureFit(plan.image.size, plan.image.orientation, scaledTo: sizes[first])
        var pixels = try pixels(of: data, plan, fit, estimate: estimate, until: deadline)
        if plan.image.hasAlpha { pixels.putOnWhite() }
        var counts = [Int](repeating: 0, count: sizes.count)
        for index in order {
            if pixels.size != sizes[index] { pixels = try pixels.scaled(to: sizes[index]) }
            counts[index] = try JPEGCoder.encode(pixels, into: buffers[index], until: deadline)
        }
        let small = try pixels.scaled(to: pixels.size.scaled(toLongEdge: Self.placeholderEdge))
        return (counts, small.thumbHash)
    }
}
