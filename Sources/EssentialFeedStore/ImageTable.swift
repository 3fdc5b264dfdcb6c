import Foundation
import GRDB

/// The index of the stored images in the database.
///
/// The order of use is a count, not a time: clocks jump.
struct ImageTable {
    let database: Database

    func image(for url: String) throws -> StoredImage? {
        let row = try PreparedStatement("SELECT byte_count, digest FROM image WHERE url = ?", in: database)
        defer { row.finish() }
        try row.bind(url, at: 1)
        guard try row.step() else { return nil }
        return StoredImage(url: url, byteCount: row.integer(0), digest: Data(row.bytes(1)))
    }

    func insert(_ image: StoredImage, use: Int) throws {
        let row = try PreparedStatement(
            """
            INSERT OR REPLACE INTO image (url, byte_count, digest, last_use, is_referenced)
            VALUES (?1, ?2, ?3, ?4, EXISTS (SELECT 1 FROM feed_image WHERE url = ?1))
            """, in: database)
        try row.bind(image.url, at: 1)
        try row.bind(image.byteCount, at: 2)
        try image.digest.withUnsafeBytes { try row.bind($0, at: 3) }
        try row.bind(use, at: 4)
        try row.run()
    }

    /// Removes the image unless another has taken its place.
    func delete(_ image: StoredImage) throws {
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

    /// Brings up to date which images the saved feed refers to (B150).
    func updateReferences() throws {
        try PreparedStatement(
            """
            UPDATE image SET is_referenced = NOT is_referenced
            WHERE is_referenced <> (url IN (SELECT url FROM feed_image))
            """, in: database
        ).run()
    }

    /// Removes the images to be given up first until the others have at most `limit` bytes: unreferenced before
    /// referenced, least recently used first (N027).
    /// - Parameters:
    ///   - byteCount: what all images have.
    ///   - kept: the URL of an image that stays.
    /// - Returns: those removed.
    func evict(from byteCount: Int, toAtMost limit: Int, keeping kept: String?) throws -> [StoredImage] {
        guard byteCount > limit else { return [] }
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest FROM image ORDER BY is_referenced, last_use", in: database)
        defer { row.finish() }
        var excess = byteCount - limit
        var evicted: [StoredImage] = []
        while excess > 0, try row.step() {
            guard let url = row.text(0), url != kept else { continue }
            evicted.append(StoredImage(url: url, byteCount: row.integer(1), digest: Data(row.bytes(2))))
            excess -= row.integer(1)
        }
        row.finish()
        for image in evicted { try delete(image) }
        return evicted
    }

    func all() throws -> [StoredImage] {
        let row = try PreparedStatement("SELECT url, byte_count, digest FROM image", in: database)
        defer { row.finish() }
        var images: [StoredImage] = []
        while try row.step() {
            guard let url = row.text(0) else { throw StoreError(.corrupt) }
            images.append(StoredImage(url: url, byteCount: row.integer(1), digest: Data(row.bytes(2))))
        }
        return images
    }

    /// How many images there are, their bytes, and the count of the latest use.
    func totals() throws -> (count: Int, byteCount: Int, lastUse: Int) {
        let row = try PreparedStatement(
            "SELECT count(*), ifnull(sum(byte_count), 0), ifnull(max(last_use), 0) FROM image", in: database)
        defer { row.finish() }
        _ = try row.step()
        return (row.integer(0), row.integer(1), row.integer(2))
    }
}
