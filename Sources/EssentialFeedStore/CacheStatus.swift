public import Foundation

/// What a server's cache holds, for people to see.
public struct CacheStatus: Hashable, Sendable {
    /// The number of images in the saved feed; `nil` when none is saved.
    public let feedImageCount: Int?
    /// When the saved feed's first page was loaded.
    public let loadedAt: Date?
    /// How many images of the saved feed have their bytes stored.
    public let feedImagesStored: Int
    /// The number of stored images, in the feed or not.
    public let storedImageCount: Int
    /// The bytes of all stored images.
    public let storedImageBytes: Int
    /// The bytes of images whose download was cut (N034).
    public let partialImageBytes: Int
    /// The most bytes that all stored images may have (N027).
    public let imageLimit: Int
    /// Where the cache of the server lies; `nil` when it is in memory alone.
    public let folder: URL?

    /// The bytes that clearing the cache frees: those of the images, whole and cut. The database keeps its few
    /// pages for later use.
    public var bytesFreedByClearing: Int { storedImageBytes + partialImageBytes }

    public init(
        feedImageCount: Int?, loadedAt: Date?, feedImagesStored: Int, storedImageCount: Int, storedImageBytes: Int,
        partialImageBytes: Int = 0, imageLimit: Int, folder: URL?
    ) {
        self.feedImageCount = feedImageCount
        self.loadedAt = loadedAt
        self.feedImagesStored = feedImagesStored
        self.storedImageCount = storedImageCount
        self.storedImageBytes = storedImageBytes
        self.partialImageBytes = partialImageBytes
        self.imageLimit = imageLimit
        self.folder = folder
    }
}
