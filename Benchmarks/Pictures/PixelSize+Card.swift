import EssentialFeed
import ImageFormats
import ImagePipeline

extension PixelSize {
    /// The size of a card's picture in the app's window.
    static let card = PixelSize(width: 552, height: 414)
}
