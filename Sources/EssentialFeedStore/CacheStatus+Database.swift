import Foundation
import GRDB

extension CacheStatus {
    /// What the database says.
    init(_ database: Database, imageLimit: Int, folder: StoreFolder) throws {
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
            feedImagesStored: hasFeed ? try feed.integer(2) : 0,
            storedImageCount: images.count,
            storedImageBytes: images.byteCount,
            partialImageBytes: try PartialImageTable(database: database).byteCount(),
            imageLimit: imageLimit,
            folder: folder.url)
    }
}
