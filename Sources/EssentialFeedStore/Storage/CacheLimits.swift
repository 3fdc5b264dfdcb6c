/// The limits of a cache, in bytes.
enum CacheLimits {
    static let images = 500_000_000
    static let partialDownloads = 64_000_000
    /// The image limit when memory replaces the disk.
    static let imagesInMemory = 64_000_000
}
