public import ImageFormats
public import ImagePipeline

/// A request for the picture of a feed image, from the variant that suits the size.
public struct FeedImageRequest: Hashable, Sendable {
    /// The image.
    public var image: FeedImage
    /// The size to decode the picture for.
    public var size: PixelSize
    /// How soon the picture is needed.
    public var priority: ImagePriority

    /// Creates a request.
    public init(_ image: FeedImage, size: PixelSize, priority: ImagePriority = .visible) {
        self.image = image
        self.size = size
        self.priority = priority
    }
}
