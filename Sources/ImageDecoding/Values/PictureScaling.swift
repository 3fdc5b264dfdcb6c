import CImageDecoding
import ImageFormats

extension PictureScaling {
    /// - Parameter source: The size of the whole image as the scaler receives it.
    init(_ fit: PictureFit, from source: PixelSize) {
        let across = Double(source.width) / Double(fit.stored.width)
        let down = Double(source.height) / Double(fit.stored.height)
        self.init(
            source_width: Int32(source.width), source_height: Int32(source.height), x: fit.x * across,
            y: fit.y * down, width: fit.width * across, height: fit.height * down,
            target_width: Int32(fit.target.width), target_height: Int32(fit.target.height))
    }
}
