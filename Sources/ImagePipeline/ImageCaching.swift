/// How an image was cached.
public enum ImageCaching: Hashable, Sendable {
    /// The cache already had the image.
    case alreadyCached
    /// The image has been downloaded; `bytes` is its encoded size.
    case downloaded(bytes: Int)
}
