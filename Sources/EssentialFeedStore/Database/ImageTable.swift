import EssentialFeed
import Foundation
import GRDB
import HTTPTransport
import ImageFormats

/// The index of the cached images in the database.
///
/// Uses are ordered by a counter, not by time, because clocks jump.
struct ImageTable {
    let database: Database

    /// The index entry of an image.
    struct Entry {
        let image: ImageRecord
        let freshness: Freshness
        /// Whether the picture's size has been measured, even if the bytes don't contain one.
        let isMeasured: Bool
    }

    /// Returns the entry for the URL. Entries written by earlier versions of the program have unknown freshness.
    func entry(for url: String) throws -> Entry? {
        try database.first(
            """
            SELECT url, byte_count, digest, entity_tag, last_modified, rules, lifetime, stale_if_error, received_at,
                fresh_until, picture_width
            FROM image WHERE url = ?
            """, [url]
        ) { row in
            Entry(
                image: try ImageRecord(row),
                freshness: row.hasNull(atIndex: 8) || row.hasNull(atIndex: 9) ? .unknown : try Freshness(row, from: 3),
                isMeasured: !row.hasNull(atIndex: 10))
        }
    }

    /// - Parameter size: The picture's size; `nil` if the bytes don't contain one.
    func insert(_ image: ImageRecord, _ freshness: Freshness, size: PixelSize?, use: Int) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO image (url, byte_count, digest, last_use, is_referenced, picture_width, picture_height,
                entity_tag, last_modified, rules, lifetime, stale_if_error, received_at, fresh_until)
            VALUES (?1, ?2, ?3, ?4, EXISTS (SELECT 1 FROM feed_image WHERE url = ?1), ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """,
            [image.url, image.byteCount, image.digest, use, size?.width ?? 0, size?.height ?? 0]
                + Self.conditional(freshness) + Self.age(freshness))
        try FeedImageTable(database: database).measure(size, at: image.url)
    }

    /// Records the size of a picture that was cached before sizes were measured; `nil` if its bytes don't contain one.
    func measure(_ size: PixelSize?, of image: ImageRecord) throws {
        try database.run(
            "UPDATE image SET picture_width = ?, picture_height = ? WHERE url = ? AND digest = ?",
            [size?.width ?? 0, size?.height ?? 0, image.url, image.digest])
        // No row changes if another image has replaced this one.
        guard database.changesCount > 0 else { return }
        try FeedImageTable(database: database).measure(size, at: image.url)
    }

    /// Replaces the image's freshness if the entity tag and modification date are unchanged.
    func renew(_ freshness: Freshness, for url: String) throws {
        try database.run(
            """
            UPDATE image SET rules = ?, lifetime = ?, stale_if_error = ?, received_at = ?, fresh_until = ?
            WHERE url = ? AND entity_tag IS ? AND last_modified IS ?
            """, Self.age(freshness) + [url] + Self.conditional(freshness))
    }

    /// The conditional fields, in column order.
    private static func conditional(_ freshness: Freshness) -> StatementArguments {
        [freshness.entityTag, freshness.lastModified]
    }

    /// The other fields, in column order.
    private static func age(_ freshness: Freshness) -> StatementArguments {
        [
            freshness.rules.rawValue, freshness.lifetime, freshness.staleIfError,
            freshness.receivedAt.timeIntervalSinceReferenceDate, freshness.freshUntil.timeIntervalSinceReferenceDate,
        ]
    }

    /// Removes the image unless another image has replaced it.
    func delete(_ image: ImageRecord) throws {
        try database.run("DELETE FROM image WHERE url = ? AND digest = ?", [image.url, image.digest])
    }

    func deleteAll() throws {
        try database.run("DELETE FROM image")
    }

    func recordUses(_ uses: [String: Int]) throws {
        for (url, use) in uses { try database.run("UPDATE image SET last_use = ? WHERE url = ?", [use, url]) }
    }

    /// Updates which images the cached feed refers to.
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

    /// Returns the number of images, their total bytes and the latest use counter.
    func totals() throws -> (count: Int, byteCount: Int, lastUse: Int) {
        try database.first("SELECT count(*), sum(byte_count), max(last_use) FROM image") { row in
            (try row.integer(0), try row.integer(1), try row.integer(2))
        } ?? (0, 0, 0)
    }

    /// Removes images until the rest use at most `limit` bytes, least recently used first. Images that aren't in the
    /// cached feed are removed before the feed's images.
    /// - Parameters:
    ///   - byteCount: The total bytes of all images.
    ///   - kept: The URL of an image to keep.
    /// - Returns: The removed images.
    func evict(from byteCount: Int, toAtMost limit: Int, keeping kept: String?) throws -> [ImageRecord] {
        guard byteCount > limit else { return [] }
        let images = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT url, byte_count, digest FROM image ORDER BY is_referenced, last_use"))
        var excess = byteCount - limit
        var evicted: [ImageRecord] = []
        while excess > 0, let image = try images.next().map(ImageRecord.init) {
            guard image.url != kept else { continue }
            evicted.append(image)
            excess -= image.byteCount
        }
        for image in evicted { try delete(image) }
        return evicted
    }
}

extension ImageRecord {
    /// Reads the first three columns: URL, number of bytes and digest.
    init(_ row: Row) throws {
        guard let url: String = row[0] else { throw StoreError(.corrupt) }
        self.init(url: url, byteCount: try row.integer(1), digest: row.data(2))
    }
}

extension Freshness {
    fileprivate init(_ row: Row, from column: Int) throws {
        self.init(
            entityTag: row[column],
            lastModified: row[column + 1],
            rules: .init(rawValue: try row.integer(column + 2)),
            lifetime: row.double(column + 3),
            staleIfError: row.double(column + 4),
            receivedAt: Date(timeIntervalSinceReferenceDate: row.double(column + 5)),
            freshUntil: Date(timeIntervalSinceReferenceDate: row.double(column + 6)))
    }
}
