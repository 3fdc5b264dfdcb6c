/// The visible part of an image and its target size. Images aren't enlarged.
package struct PictureFit: Equatable {
    package let target: PixelSize
    /// The ratio of the picture's size to the stored size, at most 1.
    package let scale: Double
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    /// The size of the image as stored, before it is turned.
    package let stored: PixelSize

    /// Fills a box. Crops evenly to the box's aspect ratio.
    package init(_ stored: PixelSize, _ orientation: ImageOrientation, filling box: PixelSize) {
        let box = orientation.turned(PixelSize(width: max(1, box.width), height: max(1, box.height)))
        let scale = min(1, max(Double(box.width) / Double(stored.width), Double(box.height) / Double(stored.height)))
        let width = max(1, min(box.width, Int((Double(stored.width) * scale).rounded())))
        let height = max(1, min(box.height, Int((Double(stored.height) * scale).rounded())))
        let aspect = Double(box.width) / Double(box.height)
        // An image smaller than the box also gets the box's aspect ratio.
        target = PixelSize(
            width: max(1, min(width, Int((Double(height) * aspect).rounded()))),
            height: max(1, min(height, Int((Double(width) / aspect).rounded()))))
        self.width = min(Double(stored.width), Double(target.width) / scale)
        self.height = min(Double(stored.height), Double(target.height) / scale)
        // An unscaled part begins at a whole pixel.
        let spare = (Double(stored.width) - self.width, Double(stored.height) - self.height)
        x = scale < 1 ? spare.0 / 2 : (spare.0 / 2).rounded(.down)
        y = scale < 1 ? spare.1 / 2 : (spare.1 / 2).rounded(.down)
        self.scale = scale
        self.stored = stored
    }

    /// Shows the whole image.
    /// - Parameter upright: The size of the upright picture, at most the size of the image in each direction.
    package init(_ stored: PixelSize, _ orientation: ImageOrientation, scaledTo upright: PixelSize) {
        target = orientation.turned(upright)
        (x, y, width, height) = (0, 0, Double(stored.width), Double(stored.height))
        // Rounding may have made the scale of one direction smaller.
        scale = min(1, max(Double(target.width) / width, Double(target.height) / height))
        self.stored = stored
    }

    /// The smallest number of eighths at which the decoded image covers its target size.
    package var eighths: Int { max(1, min(8, Int((scale * 8).rounded(.up)))) }

    package var eighthsSize: PixelSize {
        PixelSize(width: (stored.width * eighths + 7) / 8, height: (stored.height * eighths + 7) / 8)
    }

    /// The smallest size of the whole image that covers the target size.
    package var coveringSize: PixelSize {
        guard scale < 1 else { return stored }
        return PixelSize(
            width: max(1, Int((Double(stored.width) * scale).rounded(.up))),
            height: max(1, Int((Double(stored.height) * scale).rounded(.up))))
    }

    /// Returns the bytes for scaling besides the source and the target: rows of four numbers with four bytes each.
    package func scalingBytes(from decoded: PixelSize) -> Int {
        let rows = Int(2 * Double(decoded.height) / Double(stored.height) * height / Double(target.height)) + 4
        return rows * target.width * 16 + decoded.width * 20
    }
}
