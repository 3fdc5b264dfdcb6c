import CGtkKit
public import Foundation

/// Makes pictures of encoded bytes, at the size at which they are shown (N030).
///
/// The format's own scaling is used where it has one, the orientation that the camera noted is applied, colours are
/// converted to sRGB, and what does not fit into the box's aspect is cut off evenly. The pixels have the form that is
/// drawn fastest.
public nonisolated struct PictureDecoder: Sendable {
    /// A picture of more pixels is refused by its header, before it is decoded (N029).
    public static let maximumPixels = 150_000_000

    private let budget: Int
    private let timeLimit: PictureTimeLimit

    /// - Parameters:
    ///   - budget: the most memory that one picture may take while it is decoded, in bytes (N029).
    ///   - timeLimit: when decoding is given up.
    public init(budget: Int = 256 << 20, timeLimit: PictureTimeLimit = PictureTimeLimit()) {
        self.budget = budget
        self.timeLimit = timeLimit
    }

    /// What the first bytes say of a picture, without decoding it (N029).
    /// - Throws: ``PictureError/undecodable(_:)``.
    public static func header(of data: Data) throws(PictureError) -> PictureHeader {
        try PictureHeader(of: data)
    }

    /// Decodes the bytes to fill a box. May be called on any thread but the one that draws: it takes its time.
    /// - Parameter box: in pixels of the screen. A picture that has fewer is not enlarged.
    /// - Throws: ``PictureError/tooLarge(_:)`` for a picture of more than ``maximumPixels``, or one that would take more
    ///   memory than the budget; ``PictureError/tooSlow`` for one that takes more than the time limit;
    ///   ``PictureError/unsupportedFormat`` and ``PictureError/undecodable(_:)`` for bytes that make no whole picture.
    public func decode(_ data: Data, filling box: PictureSize) throws(PictureError) -> Texture {
        let header = try PictureHeader(of: data)
        let estimate = header.estimatedBytes(filling: box)
        guard estimate <= budget, estimate < PictureHeader.refusedBytes else { throw .tooLarge(header.size) }
        let deadline = PictureDeadline(in: timeLimit.duration(of: header.size))
        guard try PictureEnd.isThere(data, header, until: deadline) else { throw .undecodable("it was cut") }
        let fit = PictureFit(header.size, header.orientation, filling: box)
        var pixels = try pixels(of: data, header, fit, estimate, until: deadline)
        if header.format != .jpeg {
            pixels.convert(
                GTKKIT_BGRA, isOpaque: !header.hasAlpha, profile: PictureProfile.find(in: data, header.format))
        }
        try pixels.turn(header.orientation)
        return Texture(pixels, isOpaque: !header.hasAlpha)
    }

    private func pixels(
        of data: Data, _ header: PictureHeader, _ fit: PictureFit, _ estimate: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        switch header.format {
        case .jpeg: try PictureJPEG.decode(data, fit, of: header.size, budget: estimate, until: deadline)
        case .tiff: try PictureTIFF.decode(data, fit, of: header.size, budget: estimate, until: deadline)
        case .webp: try PictureWebP.decode(data, fit, of: header.size, until: deadline)
        case .gif: try PictureGIF.decode(data, fit, of: header.size, until: deadline)
        case .png, .bmp: try PixbufLoad(header, fit, until: deadline).decode(data)
        }
    }
}
