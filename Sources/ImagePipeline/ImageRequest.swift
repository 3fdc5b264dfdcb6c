public import Foundation
public import ImageFormats

/// A request for the picture of an image at a size, or only for caching its encoded bytes.
public struct ImageRequest: Hashable, Sendable {
    /// The URL of the image.
    public var url: URL
    /// The size to decode the image for, or `nil` to cache its encoded bytes without decoding them.
    public var size: PixelSize?
    /// How soon the image is needed.
    public var priority: ImagePriority

    /// Creates a request.
    public init(_ url: URL, size: PixelSize? = nil, priority: ImagePriority = .visible) {
        self.url = url
        self.size = size
        self.priority = priority
    }
}
