import EssentialFeed
public import Foundation
import GRDB

/// The contents of a server's cache, for display. The default values describe an empty cache.
public struct CacheStatus: Hashable, Sendable {
    /// The number of images in the cached feed; `nil` if no feed is cached.
    public var feedImageCount: Int?
    /// When the first page of the cached feed was loaded.
    public var loadedAt: Date?
    /// Whether the cached feed is known to be whole: the server had no further page.
    public var isFeedWhole = false
    /// The number of images in the cached feed whose data is cached.
    public var cachedFeedImageCount = 0
    /// The number of all cached images, whether in the feed or not.
    public var cachedImageCount = 0
    /// The bytes of all cached images.
    public var cachedImageBytes = 0
    /// The bytes of all partial downloads.
    public var partialDownloadBytes = 0
    /// The limit, in bytes, for all cached images.
    public let imageLimit: Int
    /// The folder of the server's cache; `nil` if the cache is in memory only.
    public let folder: URL?

    /// The bytes that clearing the cache frees: images and partial downloads. The database keeps its few pages for
    /// reuse.
    public var bytesFreedByClearing: Int { cachedImageBytes + partialDownloadBytes }
}

extension CacheStatus {
    /// Creates the status of an empty cache.
    public init(imageLimit: Int, folder: URL?) {
        self.init(feedImageCount: nil, imageLimit: imageLimit, folder: folder)
    }

    init(_ database: Database, imageLimit: Int, folder: URL?) throws {
        let feed = try database.first(
            """
            SELECT timestamp, (SELECT count(*) FROM feed_image),
                (SELECT count(*) FROM feed_image WHERE url IN (SELECT url FROM image)),
                coalesce((SELECT is_end FROM feed_page ORDER BY position DESC LIMIT 1), is_end)
            FROM feed
            """
        ) { row in
            let count = try row.integer(1)
            let isWhole = try row.integer(3) != 0 || count < FeedQuery.defaultLimit
            return (loadedAt: try row.date(0), count: count, cached: try row.integer(2), isWhole: isWhole)
        }
        let images = try ImageTable(database: database).totals()
        self.init(
            feedImageCount: feed?.count,
            loadedAt: feed?.loadedAt,
            isFeedWhole: feed?.isWhole ?? false,
            cachedFeedImageCount: feed?.cached ?? 0,
            cachedImageCount: images.count,
            cachedImageBytes: images.byteCount,
            partialDownloadBytes: try PartialDownloadTable(database: database).byteCount(),
            imageLimit: imageLimit,
            folder: folder)
    }
}
