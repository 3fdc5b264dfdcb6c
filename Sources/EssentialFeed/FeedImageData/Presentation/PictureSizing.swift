package import ImageFormats

package enum PictureSizing: Hashable, Sendable {
    /// On cards, each in the shape of its picture. The width is in application pixels; the scale is the number of
    /// screen pixels per application pixel.
    case cards(width: Int, scale: Int = 1)
    /// In rows of photos that fill a width in application pixels, each in the shape of its picture.
    case rows(JustifiedRows, width: Int, scale: Int = 1)
    /// Whole, inside a box. The box's size is in pixels.
    case whole(in: PixelSize)

    /// Returns the display size of an image's picture.
    /// - Parameter position: The image's position in the feed; only rows of photos depend on it.
    package func size(of image: FeedImage, at position: Int? = nil) -> PixelSize {
        switch self {
        case .cards(let width, let scale):
            PixelSize(width: width * scale, height: PictureAspect(of: image.shownSize).height(width: width) * scale)
        case .rows(let rows, let width, let scale):
            PixelSize.row(
                of: PictureAspect.widthByHeight(ofWhole: image.shownSize),
                height: rows.pictureHeight(at: position, width: width) * scale)
        case .whole(let box): image.shownSize.map { $0.fitted(into: box) } ?? box
        }
    }
}

extension PixelSize {
    fileprivate static func row(of aspect: Double, height: Int) -> PixelSize {
        PixelSize(width: max(1, Int((Double(height) * aspect).rounded())), height: height)
    }

    /// Whether a picture is so small that it is shown at its own size instead of filling its place.
    package var isTiny: Bool { max(width, height) < 128 }

    /// Returns the largest size with the same proportions that fits into a box, at least one pixel on each side.
    func fitted(into box: PixelSize) -> PixelSize {
        let scale = min(Double(box.width) / Double(max(1, width)), Double(box.height) / Double(max(1, height)))
        return PixelSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}
