/// How a stored image must be turned and mirrored to be upright, numbered as in EXIF.
///
/// Each case is named after the visible position of row 0 and column 0: ``rightTop`` has its first row on the right and
/// its first column at the top.
public enum ImageOrientation: Int, CaseIterable, Sendable {
    /// The image is upright.
    case topLeft = 1
    /// Mirror horizontally.
    case topRight
    /// Turn by 180°.
    case bottomRight
    /// Mirror vertically.
    case bottomLeft
    /// Mirror across the diagonal from the top left.
    case leftTop
    /// Turn clockwise by 90°.
    case rightTop
    /// Mirror across the diagonal from the top right.
    case rightBottom
    /// Turn counterclockwise by 90°.
    case leftBottom

    /// Returns a size with its width and height swapped if turning the image upright swaps them.
    public func turned(_ size: PixelSize) -> PixelSize {
        rawValue >= 5 ? PixelSize(width: size.height, height: size.width) : size
    }
}

/// The orientation from EXIF data. The default is upright. AVIF and HEIC have properties of their own instead; see
/// ``ISOImage``.
extension ImageOrientation {
    private static let tag = 0x0112

    init(exif reader: ByteReader, at start: Int) {
        self = TIFFDirectory(reader, at: start)?.number(Self.tag).flatMap(Self.init(rawValue:)) ?? .topLeft
    }
}
