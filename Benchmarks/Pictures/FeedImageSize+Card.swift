import EssentialFeed
import ImageFormats
import ImagePipeline

extension PixelSize {
    /// Of a card's picture in the app's window, in pixels.
    static let card = PixelSize(width: 552, height: 414)
}
