import Foundation
import GRDB

extension CacheStatus {
    /// Reads the numbers from the database.
    init(_ database: Database, imageLimit: Int, folder: URL) throws {
        let feed = try PreparedStatement(
            """
            SELECT timestamp, (SELECT count(*) FROM feed_image),
                (SELECT count(*) FROM feed_image WHERE url IN (SELECT url FROM image))
            FROM feed
            """, in: database)
        defer { feed.finish() }
        let hasFeed = try feed.step()
        let images = try ImageTable(database: database).totals()
        self.init(
            feedImageCount: hasFeed ? try feed.integer(1) : nil,
            loadedAt: hasFeed ? try feed.date(0) : nil,
            cachedFeedImageCount: hasFeed ? try feed.integer(2) : 0,
            cachedImageCount: images.count,
            cachedImageBytes: images.byteCount,
            partialDownloadBytes: try PartialDownloadTable(database: database).byteCount(),
            imageLimit: imageLimit,
            folder: folder)
    }
}
