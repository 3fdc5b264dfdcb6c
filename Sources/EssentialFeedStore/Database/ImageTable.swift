import EssentialFeed
import Foundation
import GRDB
import ImageFormats

/// The index of the cached images in the database.
///
/// Uses are ordered by a counter, not by time, because clocks jump.
struct ImageTable {
    let database: Database

    func entry(for url: String) throws -> ImageRecord? {
        try database.first("SELECT url, byte_count, digest FROM image WHERE url = ?", [url], read: ImageRecord.init)
    }

    /// - Parameter size: The picture's size; `nil` if the bytes don't contain one.
    func insert(_ image: ImageRecord, size: PixelSize?, use: Int) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO image (url, byte_count, digest, last_use, is_referenced, picture_width, picture_height)
            VALUES (?1, ?2, ?3, ?4, EXISTS (SELECT 1 FROM feed_image WHERE url = ?1), ?5, ?6)
            """, [image.url, image.byteCount, image.digest, use, size?.width ?? 0, size?.height ?? 0])
        try FeedImageTable(database: database).measure(size, at: image.url)
    }

    /// Removes the image unless another image has replaced it.
    func delete(_ image: ImageRecord) throws {
        try database.run("DELETE FROM image WHERE url = ? AND digest = ?", [image.url, image.digest])
    }

    func deleteAll() throws { try database.run("DELETE FROM image") }

    func recordUses(_ uses: [String: Int]) throws {
        for (url, use) in uses { try database.run("UPDATE image SET last_use = ? WHERE url = ?", [use, url]) }
    }

    func updateReferences() throws {
        try database.run(
            """
            UPDATE image SET is_referenced = NOT is_referenced
            WHERE is_referenced <> (url IN (SELECT url FROM feed_image))
            """)
    }

    func all() throws -> [ImageRecord] {
        try database.all("SELECT url, byte_count, digest FROM image", read: ImageRecord.init)
    }

    func totals() throws -> (count: Int, byteCount: Int, lastUse: Int) {
        try database.first("SELECT count(*), sum(byte_count), max(last_use) FROM image") { row in
            (try row.integer(0), try row.integer(1), try row.integer(2))
        } ?? (0, 0, 0)
    }

    /// Removes images until the rest use at most `limit` bytes, least recently used first. Images that aren't in the
    /// cached feed are removed before the feed's images.
    /// - Returns: The removed images, and whether the cached feed refers to any of them.
    func evict(
        from byteCount: Int, toAtMost limit: Int, keeping kept: String?
    ) throws -> (images: [ImageRecord], areInFeed: Bool) {
        guard byteCount > limit else { return ([], false) }
        let images = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT url, byte_count, digest, is_referenced FROM image ORDER BY is_referenced, last_use"))
        var excess = byteCount - limit
        var evicted: [ImageRecord] = []
        var areInFeed = false
        while excess > 0, let row = try images.next() {
            let image = try ImageRecord(row)
            guard image.url != kept else { continue }
            evicted.append(image)
            areInFeed = try row.integer(3) != 0
            excess -= image.byteCount
        }
        for image in evicted { try delete(image) }
        return (evicted, areInFeed)
    }
}

extension ImageRecord {
    /// Reads the first three columns: URL, number of bytes and digest.
    init(_ row: Row) throws {
        guard let url: String = row[0] else { throw StoreError(.corrupt) }
        self.init(url: url, byteCount: try row.integer(1), digest: row.data(2))
    }
}
