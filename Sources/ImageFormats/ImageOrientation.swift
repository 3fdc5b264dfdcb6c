/// How a stored image must be turned and mirrored to stand upright, numbered as in EXIF.
///
/// A case is named after the place where the stored row 0 and column 0 are seen: ``rightTop`` has its first row at the
/// right and its first column at the top.
public enum ImageOrientation: Int, CaseIterable, Sendable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft
    case leftTop, rightTop, rightBottom, leftBottom

    /// Whether the upright image is as wide as the stored one is high.
    public var exchangesSides: Bool { rawValue >= 5 }
}
