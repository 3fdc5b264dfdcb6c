public import ImageFormats

/// The shape in which a picture is shown on a card: the picture's own, unless it is taller than 3:4 or wider than 16:9, of
/// which the rest is cut off.
public struct PictureAspect: Hashable, Sendable {
    /// The height divided by the width.
    public let heightByWidth: Double

    /// Creates the shape for the size of a picture, or 4:3 if it isn't known.
    public init(of size: PixelSize?) {
        guard let size, size.width > 0, size.height > 0 else {
            heightByWidth = 3.0 / 4
            return
        }
        heightByWidth = min(max(Double(size.height) / Double(size.width), 9.0 / 16), 4.0 / 3)
    }

    /// Returns the height that belongs to a width.
    public func height(width: Int) -> Int {
        Int((Double(width) * heightByWidth).rounded(.up))
    }
}

/// The sizes at which the pictures of a list are shown.
public enum PictureSizing: Hashable, Sendable {
    /// On cards, each in the shape of its picture. The width is in application pixels, of which each has as many pixels on
    /// a side as the scale says.
    case cards(width: Int, scale: Int = 1)
    /// Whole, inside a box of a size in pixels.
    case whole(in: PixelSize)

    /// Returns the size at which the picture of an image is shown.
    public func size(of image: FeedImage) -> PixelSize {
        switch self {
        case .cards(let width, let scale):
            PixelSize(
                width: width * scale, height: PictureAspect(of: image.shownSize).height(width: width) * scale)
        case .whole(let box): image.shownSize.map { $0.fitted(into: box) } ?? box
        }
    }
}

extension PixelSize {
    /// Returns the largest size of the same proportions that fits into a box, of at least one pixel on each side.
    func fitted(into box: PixelSize) -> PixelSize {
        let scale = min(
            Double(box.width) / Double(max(1, width)), Double(box.height) / Double(max(1, height)))
        return PixelSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}
