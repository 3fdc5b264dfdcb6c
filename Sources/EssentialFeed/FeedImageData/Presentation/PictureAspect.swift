package import ImageFormats

/// The shape of a picture on a card: the picture's own, limited to between 3:4 and 16:9. The rest of a taller or wider
/// picture is cut off.
package struct PictureAspect: Hashable, Sendable {
    package let heightByWidth: Double

    package init(of size: PixelSize?) {
        guard let size, size.width > 0, size.height > 0 else {
            heightByWidth = 3.0 / 4
            return
        }
        heightByWidth = min(max(Double(size.height) / Double(size.width), 9.0 / 16), 4.0 / 3)
    }

    /// Returns the width of a whole picture in proportion to its height: at least 0.2, at most 10, and 3:2 if the size
    /// is unknown.
    package static func widthByHeight(ofWhole size: PixelSize?) -> Double {
        guard let size, size.width > 0, size.height > 0 else { return 1.5 }
        return min(max(Double(size.width) / Double(size.height), 0.2), 10)
    }

    package func height(width: Int) -> Int { Int((Double(width) * heightByWidth).rounded(.up)) }
}
