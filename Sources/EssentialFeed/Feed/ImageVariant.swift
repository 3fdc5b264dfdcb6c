public import Foundation
public import ImageFormats

/// One size of an image that a server offers in several.
public struct ImageVariant: Hashable, Sendable {
    /// Where the variant's data is.
    public let url: URL
    /// The size of the upright picture.
    public let size: PixelSize

    /// Creates a variant of an image.
    public init(url: URL, size: PixelSize) {
        self.url = url
        self.size = size
    }
}
