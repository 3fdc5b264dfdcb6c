import EssentialFeed
import Files
public import Foundation
import GRDB
import HTTPTransport

/// Stores the content of one server's cache: on disk, in memory, or on disk with memory as a fallback.
///
/// Callers pass a closure that reads or changes the content, so the storage chooses the content in one place. All calls
/// come from one thread.
protocol CacheStorage: AnyObject {
    /// Opens the content with the best access available. A later call may get better access.
    func open() -> CacheAccess
    /// Runs the work on content that can be read.
    /// - Parameter part: The part of the content that the work reads.
    /// - Returns: The work's result, or `nil` if there is nothing to read.
    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value?
    /// Runs the work on content that can be changed.
    /// - Parameter change: What the work changes.
    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws
    /// Deletes all content.
    /// - Parameter loadedAt: If not `nil`, the content is deleted only if the cached feed was loaded at this time.
    /// - Returns: `true` if the content was deleted.
    @discardableResult
    func delete(loadedAt: Date?) throws -> Bool
    func setImageLimit(_ limit: Int) throws
    func status() throws -> CacheStatus
    func close() throws
}

enum CachePart: Hashable {
    case feed
    case image(URL)
    case partialDownload(URL)
}

/// A change to part of a cache's content.
enum CacheChange {
    /// New content replaces the cached content.
    case replacing(CachePart)
    /// The cached content is updated. If that fails, the only cost is one extra request to the server.
    case updating(CachePart)
    /// The image must not be used again.
    case deletingImage(URL)
}

/// What a program may do with a server's cache on disk.
public enum CacheAccess: Sendable {
    /// The program reads and writes.
    case writer
    /// The program reads from the disk.
    ///
    /// If another program writes (``StoreError/Kind/inUse``), writing throws. If the disk can't be written, writes go
    /// to memory.
    case reader(StoreError)
    /// The program works in memory only.
    case memory(StoreError)

    /// The reason why the program can't write to the disk; `nil` if it can.
    public var error: StoreError? {
        switch self {
        case .writer: nil
        case .reader(let error), .memory(let error): error
        }
    }

    /// Whether another program is writing to the cache.
    public var isInUse: Bool { error?.kind == .inUse }
}

/// The content of one server's cache: the feed and the index of the images in SQLite, and the images' bytes beside the
/// database. All calls run on its ``CacheStorage``'s thread.
protocol CacheContent: AnyObject {
    var database: DatabaseQueue { get }
    var imageLimit: Int { get }
    /// The cache's folder; `nil` if the cache is in memory.
    var folder: URL? { get }
    /// Returns the cached image. Bytes that don't match their digest count as a cache miss.
    func image(for url: URL) throws -> Data?
    func partialDownload(for url: URL) throws -> PartialDownload?
}

extension CacheContent {
    func feed() throws -> CachedFeed? {
        try database.read { try FeedTable(database: $0).feed() }
    }

    func entry(for url: URL) throws -> ImageTable.Entry? {
        try database.unsafeRead { try ImageTable(database: $0).entry(for: url.absoluteString) }
    }

    /// Returns the facts about the file of the cached image; `nil` without a file.
    func savedImage(for url: URL) throws -> SavedImage? {
        guard let folder, let name = try entry(for: url)?.image.fileName else { return nil }
        let images = folder.appending(path: "images", directoryHint: .isDirectory)
        guard let file = try FileSystem.status(images.path(percentEncoded: false) + name) else { return nil }
        return SavedImage(byteCount: file.byteCount, savedAt: file.modificationDate, folder: images)
    }

    func status() throws -> CacheStatus {
        try database.read { try CacheStatus($0, imageLimit: imageLimit, folder: folder) }
    }
}

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
