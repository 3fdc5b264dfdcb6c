/// The most bytes that a cache holds.
enum CacheLimits {
    static let images = 500_000_000
    static let partialDownloads = 64_000_000
    /// The most bytes of images that memory takes in place of the disk.
    static let imagesInMemory = 64_000_000
}
