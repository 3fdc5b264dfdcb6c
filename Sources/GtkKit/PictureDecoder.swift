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

    /// - Parameter budget: the most memory that one picture may take while it is decoded, in bytes (N029).
    public init(budget: Int = 256 << 20) {
        self.budget = budget
    }

    /// What the first bytes say of a picture, without decoding it (N029).
    /// - Throws: ``PictureError/undecodable(_:)``.
    public static func header(of data: Data) throws(PictureError) -> PictureHeader {
        try PictureHeader(of: data)
    }

    /// Decodes the bytes to fill a box. May be called on any thread but the one that draws: it takes its time.
    /// - Parameter box: in pixels of the screen. A picture that has fewer is not enlarged.
    /// - Throws: ``PictureError/tooLarge(_:)`` for a picture of more than ``maximumPixels``, or one that would take more
    ///   memory than the budget; ``PictureError/undecodable(_:)`` for bytes that make no whole picture.
    public func decode(_ data: Data, filling box: PictureSize) throws(PictureError) -> Texture {
        let header = try PictureHeader(of: data)
        let estimate = header.estimatedBytes(filling: box)
        guard estimate <= budget, estimate < PictureHeader.refusedBytes else { throw .tooLarge(header.size) }
        guard PictureEnd.isThere(data, header) else { throw .undecodable("it was cut") }
        let fit = PictureFit(header.size, header.orientation, filling: box)
        var pixels =
            header.format == .jpeg
            ? try PictureJPEG.decode(data, fit, of: header.size, budget: estimate)
            : try PixbufLoad(header, fit).decode(data)
        try pixels.turn(header.format == .tiff ? header.orientation.afterReadingTIFF : header.orientation)
        return Texture(pixels, isOpaque: !header.hasAlpha)
    }
}
