/// How an image came to be in the cache.
public enum ImageCaching: Hashable, Sendable {
    /// The cache already had the image.
    case alreadyCached
    /// The image has been downloaded; `bytes` is the number of its encoded bytes.
    case downloaded(bytes: Int)
}
