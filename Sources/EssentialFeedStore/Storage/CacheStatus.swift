public import Foundation

/// The contents of a server's cache, for display.
public struct CacheStatus: Hashable, Sendable {
    /// The number of images in the cached feed; `nil` if no feed is cached.
    public let feedImageCount: Int?
    /// When the first page of the cached feed was loaded.
    public let loadedAt: Date?
    /// The number of images in the cached feed whose data is cached.
    public let cachedFeedImageCount: Int
    /// The number of all cached images, whether in the feed or not.
    public let cachedImageCount: Int
    /// The bytes of all cached images.
    public let cachedImageBytes: Int
    /// The bytes of all partial downloads.
    public let partialDownloadBytes: Int
    /// The limit, in bytes, for all cached images.
    public let imageLimit: Int
    /// The folder of the server's cache; `nil` if the cache is in memory only.
    public let folder: URL?

    /// The bytes that clearing the cache frees: images and partial downloads. The database keeps its few pages for
    /// reuse.
    public var bytesFreedByClearing: Int { cachedImageBytes + partialDownloadBytes }

    /// Creates a status. The default values describe an empty cache.
    public init(
        feedImageCount: Int? = nil, loadedAt: Date? = nil, cachedFeedImageCount: Int = 0, cachedImageCount: Int = 0,
        cachedImageBytes: Int = 0, partialDownloadBytes: Int = 0, imageLimit: Int, folder: URL?
    ) {
        self.feedImageCount = feedImageCount
        self.loadedAt = loadedAt
        self.cachedFeedImageCount = cachedFeedImageCount
        self.cachedImageCount = cachedImageCount
        self.cachedImageBytes = cachedImageBytes
        self.partialDownloadBytes = partialDownloadBytes
        self.imageLimit = imageLimit
        self.folder = folder
    }
}
