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
        let row = try PreparedStatement(
            """
            SELECT byte_count, digest, entity_tag, last_modified, rules, lifetime, stale_if_error, received_at, fresh_until,
                picture_width
            FROM image WHERE url = ?
            """, in: database)
        defer { row.finish() }
        try row.bind(url, at: 1)
        guard try row.step() else { return nil }
        return Entry(
            image: ImageRecord(url: url, byteCount: try row.integer(0), digest: Data(row.bytes(1))),
            freshness: row.isNull(7) || row.isNull(8) ? .unknown : try row.freshness(2),
            isMeasured: !row.isNull(9))
    }

    /// - Parameter size: The picture's size; `nil` if the bytes don't contain one.
    func insert(_ image: ImageRecord, _ freshness: Freshness, size: PixelSize?, use: Int) throws {
        let row = try PreparedStatement(
            """
            INSERT OR REPLACE INTO image (url, byte_count, digest, last_use, is_referenced,
                entity_tag, last_modified, rules, lifetime, stale_if_error, received_at, fresh_until,
                picture_width, picture_height)
            VALUES (?1, ?2, ?3, ?4, EXISTS (SELECT 1 FROM feed_image WHERE url = ?1), ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """, in: database)
        try row.bind(image.url, at: 1)
        try row.bind(image.byteCount, at: 2)
        try image.digest.withUnsafeBytes { try row.bind($0, at: 3) }
        try row.bind(use, at: 4)
        try row.bind(freshness, at: 5)
        try row.bind(size?.width ?? 0, at: 12)
        try row.bind(size?.height ?? 0, at: 13)
        try row.run()
        try FeedImageTable(database: database).measure(size, at: image.url)
    }

    /// Records the size of a picture that was cached before sizes were measured; `nil` if its bytes don't contain one.
    func measure(_ size: PixelSize?, of image: ImageRecord) throws {
        let row = try PreparedStatement(
            "UPDATE image SET picture_width = ?3, picture_height = ?4 WHERE url = ?1 AND digest = ?2", in: database)
        try row.bind(image.url, at: 1)
        try image.digest.withUnsafeBytes { try row.bind($0, at: 2) }
        try row.bind(size?.width ?? 0, at: 3)
        try row.bind(size?.height ?? 0, at: 4)
        try row.run()
        // No row changes if another image has replaced this one.
        guard database.changesCount > 0 else { return }
        try FeedImageTable(database: database).measure(size, at: image.url)
    }

    /// Replaces the image's freshness if the entity tag and modification date are unchanged.
    func renew(_ freshness: Freshness, for url: String) throws {
        let row = try PreparedStatement(
            """
            UPDATE image SET rules = ?3, lifetime = ?4, stale_if_error = ?5, received_at = ?6, fresh_until = ?7
            WHERE url = ?8 AND entity_tag IS ?1 AND last_modified IS ?2
            """, in: database)
        try row.bind(freshness, at: 1)
        try row.bind(url, at: 8)
        try row.run()
    }

    /// Removes the image unless another image has replaced it.
    func delete(_ image: ImageRecord) throws {
        let row = try PreparedStatement("DELETE FROM image WHERE url = ? AND digest = ?", in: database)
        try row.bind(image.url, at: 1)
        try image.digest.withUnsafeBytes { try row.bind($0, at: 2) }
        try row.run()
    }

    func deleteAll() throws {
        try PreparedStatement("DELETE FROM image", in: database).run()
    }

    func recordUses(_ uses: [String: Int]) throws {
        let row = try PreparedStatement("UPDATE image SET last_use = ? WHERE url = ?", in: database)
        for (url, use) in uses {
            try row.bind(use, at: 1)
            try row.bind(url, at: 2)
            try row.run()
        }
    }

    /// Updates which images the cached feed refers to.
    func updateReferences() throws {
        try PreparedStatement(
            """
            UPDATE image SET is_referenced = NOT is_referenced
            WHERE is_referenced <> (url IN (SELECT url FROM feed_image))
            """, in: database
        ).run()
    }

    func all() throws -> [ImageRecord] {
        let row = try PreparedStatement("SELECT url, byte_count, digest FROM image", in: database)
        defer { row.finish() }
        var images: [ImageRecord] = []
        while try row.step() {
            guard let url = row.text(0) else { throw StoreError(.corrupt) }
            images.append(ImageRecord(url: url, byteCount: try row.integer(1), digest: Data(row.bytes(2))))
        }
        return images
    }

    /// Returns the number of images, their total bytes and the latest use counter.
    func totals() throws -> (count: Int, byteCount: Int, lastUse: Int) {
        let row = try PreparedStatement(
            "SELECT count(*), ifnull(sum(byte_count), 0), ifnull(max(last_use), 0) FROM image", in: database)
        defer { row.finish() }
        _ = try row.step()
        return (try row.integer(0), try row.integer(1), try row.integer(2))
    }
}

extension PreparedStatement {
    /// Binds the seven values in column order.
    fileprivate func bind(_ freshness: Freshness, at index: Int32) throws {
        try bind(freshness.entityTag, at: index)
        try bind(freshness.lastModified, at: index + 1)
        try bind(freshness.rules.rawValue, at: index + 2)
        try bind(freshness.lifetime, at: index + 3)
        try bind(freshness.staleIfError, at: index + 4)
        try bind(freshness.receivedAt.timeIntervalSinceReferenceDate, at: index + 5)
        try bind(freshness.freshUntil.timeIntervalSinceReferenceDate, at: index + 6)
    }

    fileprivate func freshness(_ column: Int32) throws -> Freshness {
        Freshness(
            entityTag: text(column),
            lastModified: text(column + 1),
            rules: .init(rawValue: try integer(column + 2)),
            lifetime: double(column + 3),
            staleIfError: double(column + 4),
            receivedAt: Date(timeIntervalSinceReferenceDate: double(column + 5)),
            freshUntil: Date(timeIntervalSinceReferenceDate: double(column + 6)))
    }
}

extension ImageTable {
    /// Removes images until the rest use at most `limit` bytes, least recently used first. Images that aren't in the
    /// cached feed are removed before the feed's images.
    /// - Parameters:
    ///   - byteCount: The total bytes of all images.
    ///   - kept: The URL of an image to keep.
    /// - Returns: The removed images.
    func evict(from byteCount: Int, toAtMost limit: Int, keeping kept: String?) throws -> [ImageRecord] {
        guard byteCount > limit else { return [] }
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest FROM image ORDER BY is_referenced, last_use", in: database)
        defer { row.finish() }
        var excess = byteCount - limit
        var evicted: [ImageRecord] = []
        while excess > 0, try row.step() {
            guard let url = row.text(0), url != kept else { continue }
            evicted.append(ImageRecord(url: url, byteCount: try row.integer(1), digest: Data(row.bytes(2))))
            excess -= try row.integer(1)
        }
        row.finish()
        for image in evicted { try delete(image) }
        return evicted
    }
}
