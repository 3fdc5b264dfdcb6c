import CImageDecoding
public import Foundation
public import ImageFormats

/// Decodes encoded images to pictures at display size.
///
/// Uses the format's own scaling if it has one, applies the orientation from the EXIF data, converts colours to sRGB,
/// and crops evenly to the box's aspect ratio.
public struct PictureDecoder: Sendable {
    /// Images with more pixels are refused by their header, before decoding.
    public static let maximumPixels = PictureHeader.maximumPixels

    private let budget: Int
    private let timeLimit: PictureTimeLimit

    /// Creates a decoder.
    /// - Parameters:
    ///   - budget: The most memory, in bytes, that decoding a picture may use.
    ///   - timeLimit: The processor time after which decoding gives up.
    public init(budget: Int = 256 << 20, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        self.budget = budget
        self.timeLimit = timeLimit
    }

    /// Reads the header of encoded data without decoding it.
    /// - Throws: ``PictureError/unsupportedFormat`` or ``PictureError/undecodable(_:)``.
    public static func header(of data: Data) throws(PictureError) -> PictureHeader {
        try PictureHeader(of: data)
    }

    /// Decodes data to a picture that fills a box.
    ///
    /// Decoding takes time, so don't call this on the thread that draws; any other thread will do.
    /// - Parameter box: The size in screen pixels. A smaller image isn't enlarged.
    /// - Throws: ``PictureError/tooLarge(_:)`` for an image with more than ``maximumPixels`` or one that would exceed
    ///   the memory budget; ``PictureError/tooSlow`` for an image that exceeds the time limit;
    ///   ``PictureError/noMemory`` if the system has no memory for the image; ``PictureError/unsupportedFormat`` and
    ///   ``PictureError/undecodable(_:)`` for data that isn't a complete image.
    public func decode(_ data: Data, filling box: PixelSize) throws(PictureError) -> Picture {
        let header = try PictureHeader(of: data)
        return try pixels(of: data, header, filling: box).picture(header.pictureLayout)
    }

    /// Decodes data to a picture that fills a box, and writes its pixels to memory.
    /// - Parameter memory: The memory for the pixels, at least as large as the header requires.
    /// - Throws: The same errors as ``decode(_:filling:)``.
    public func decode(
        _ data: Data, filling box: PixelSize, into memory: UnsafeMutableRawBufferPointer
    ) throws(PictureError) -> (size: PixelSize, layout: PixelLayout) {
        let header = try PictureHeader(of: data)
        let pixels = try pixels(of: data, header, filling: box)
        guard pixels.write(header.pictureLayout, to: memory) else { throw .noMemory }
        return (pixels.size, header.pictureLayout)
    }

    private func pixels(
        of data: Data, _ header: PictureHeader, filling box: PixelSize
    ) throws(PictureError) -> PicturePixels {
        let estimate = header.estimatedBytes(filling: box)
        let deadline = try admit(header, estimate: estimate)
        let fit = PictureFit(header.image.size, header.image.orientation, filling: box)
        return try pixels(of: data, header, fit, estimate: estimate, until: deadline)
    }

    /// Refuses an image that exceeds the limits. Returns the deadline for decoding.
    func admit(_ header: PictureHeader, estimate: Int) throws(PictureError) -> PictureDeadline {
        guard estimate <= budget, !header.isRefused else { throw .tooLarge(header.image.size) }
        return PictureDeadline(in: timeLimit.duration(of: header.image.size) * header.timeFactor)
    }

    /// Decodes an image, upright and in sRGB.
    /// - Parameter estimate: The most memory, in bytes, that decoding uses.
    func pixels(
        of data: Data, _ header: PictureHeader, _ fit: PictureFit, estimate: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let image = header.image
        guard try PictureEnd.isThere(data, image, until: deadline) else { throw PictureError(.cutShort) }
        var pixels = try stored(data, header, fit, estimate, until: deadline)
        if image.format != .jpeg {
            pixels.convert(
                PICTURE_BGRA, isOpaque: !image.hasAlpha, profile: PictureProfile.find(in: data, image.format))
        }
        try pixels.turn(image.orientation)
        return pixels
    }

    /// Decodes an image as stored, not turned.
    private func stored(
        _ data: Data, _ header: PictureHeader, _ fit: PictureFit, _ estimate: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let image = header.image
        if let tiles = header.tiles { return try HEIFTiles.decode(data, tiles, fit, until: deadline) }
        return switch image.format {
        case .jpeg: try JPEGDecoder.decode(data, fit, budget: estimate, until: deadline)
        case .webp: try WebPDecoder.decode(data, fit, until: deadline)
        case .gif: try GIFDecoder.decode(data, fit, until: deadline)
        case .png: try PixbufLoad(image, fit, until: deadline).decode(data)
        case .avif, .heic: try HEIFDecoder.decode(data, hasAlpha: image.hasAlpha, fit, until: deadline)
        }
    }
}
