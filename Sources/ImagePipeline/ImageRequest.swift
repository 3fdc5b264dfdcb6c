public import Foundation
public import ImageFormats

/// A request for the picture of an image at a size, or only for its encoded bytes in the cache.
public struct ImageRequest: Hashable, Sendable {
    /// Where the image is.
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
