/// How a stored image must be turned and mirrored to stand upright, numbered as in EXIF.
///
/// A case is named after the place where the stored row 0 and column 0 are seen: ``rightTop`` has its first row at the
/// right and its first column at the top.
public enum ImageOrientation: Int, CaseIterable, Sendable {
    /// Stands upright.
    case topLeft = 1
    /// Is mirrored from left to right.
    case topRight
    /// Is turned by 180°.
    case bottomRight
    /// Is mirrored from top to bottom.
    case bottomLeft
    /// Is mirrored across the diagonal from the top left.
    case leftTop
    /// Has to be turned clockwise by 90°.
    case rightTop
    /// Is mirrored across the diagonal from the top right.
    case rightBottom
    /// Has to be turned counterclockwise by 90°.
    case leftBottom

    /// Whether the upright image is as wide as the stored one is high.
    public var exchangesSides: Bool { rawValue >= 5 }
}
