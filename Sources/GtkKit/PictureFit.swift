/// How a picture fills a box: what part of it is shown, and at what size. What does not fit into the box's aspect is cut
/// off evenly, and nothing is enlarged (N030).
nonisolated struct PictureFit: Equatable {
    /// The size it is shown at, before it is turned.
    let target: PictureSize
    /// Target pixels to a stored one; at most 1.
    let scale: Double
    /// The part that is shown, in stored pixels.
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let stored: PictureSize

    /// - Parameter stored: the picture's size before it is turned.
    init(_ stored: PictureSize, _ orientation: PictureOrientation, filling box: PictureSize) {
        let upright = PictureSize(width: max(1, box.width), height: max(1, box.height))
        let box =
            orientation.exchangesSides ? PictureSize(width: upright.height, height: upright.width) : upright
        let scale = min(
            1, max(Double(box.width) / Double(stored.width), Double(box.height) / Double(stored.height)))
        let width = max(1, min(box.width, Int((Double(stored.width) * scale).rounded())))
        let height = max(1, min(box.height, Int((Double(stored.height) * scale).rounded())))
        let aspect = Double(box.width) / Double(box.height)
        // What is smaller than the box has the box's aspect all the same.
        target = PictureSize(
            width: max(1, min(width, Int((Double(height) * aspect).rounded()))),
            height: max(1, min(height, Int((Double(width) / aspect).rounded()))))
        self.width = min(Double(stored.width), Double(target.width) / scale)
        self.height = min(Double(stored.height), Double(target.height) / scale)
        // Whole pixels stay whole where nothing is scaled.
        let spare = (Double(stored.width) - self.width, Double(stored.height) - self.height)
        x = scale < 1 ? spare.0 / 2 : (spare.0 / 2).rounded(.down)
        y = scale < 1 ? spare.1 / 2 : (spare.1 / 2).rounded(.down)
        self.scale = scale
        self.stored = stored
    }

    /// The smallest number of eighths at which the picture is no smaller than it is shown.
    var eighths: Int { max(1, min(8, Int((scale * 8).rounded(.up)))) }

    var eighthsSize: PictureSize {
        PictureSize(width: (stored.width * eighths + 7) / 8, height: (stored.height * eighths + 7) / 8)
    }

    /// The smallest size of the whole picture at which it is no smaller than it is shown.
    var coveringSize: PictureSize {
        guard scale < 1 else { return stored }
        return PictureSize(
            width: max(1, Int((Double(stored.width) * scale).rounded(.up))),
            height: max(1, Int((Double(stored.height) * scale).rounded(.up))))
    }

    /// What scaling from a decoded size takes beside the two pictures: rows of four numbers, four bytes each.
    func scalingBytes(from decoded: PictureSize) -> Int {
        let rows = Int(2 * Double(decoded.height) / Double(stored.height) * height / Double(target.height)) + 4
        return rows * target.width * 16 + decoded.width * 20
    }
}
