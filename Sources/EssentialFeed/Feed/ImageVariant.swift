public import Foundation
public import ImageFormats

/// One of the sizes in which a server offers an image.
public struct ImageVariant: Hashable, Sendable {
    /// The URL of the variant's data.
    public let url: URL
    /// The size of the upright picture.
    public let size: PixelSize

    /// Creates a variant of an image.
    public init(url: URL, size: PixelSize) {
        self.url = url
        self.size = size
    }
}
