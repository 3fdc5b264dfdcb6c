import EssentialFeed
import Foundation
import GRDB

/// The index of the partial downloads in the database.
///
/// Writes are ordered by a counter, not by time, because clocks jump.
struct PartialDownloadTable {
    struct Entry: Hashable {
        /// The bytes received.
        let bytes: ImageRecord
        let entityTag: String
        /// The number of bytes in the whole image.
        let total: Int
    }

    let database: Database

    func entry(for url: String) throws -> Entry? {
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest, entity_tag, total FROM partial_image WHERE url = ?", in: database)
        defer { row.finish() }
        try row.bind(url, at: 1)
        return try row.step() ? try row.entry() : nil
    }

    /// Returns all entries, least recently written first.
    func all() throws -> [Entry] {
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest, entity_tag, total FROM partial_image ORDER BY last_write", in: database)
        defer { row.finish() }
        var entries: [Entry] = []
        while try row.step() { entries.append(try row.entry()) }
        return entries
    }

    func insert(_ entry: Entry) throws {
        let row = try PreparedStatement(
            """
            INSERT OR REPLACE INTO partial_image (url, byte_count, digest, entity_tag, total, last_write)
            VALUES (?1, ?2, ?3, ?4, ?5, (SELECT ifnull(max(last_write), 0) + 1 FROM partial_image))
            """, in: database)
        try row.bind(entry.bytes.url, at: 1)
        try row.bind(entry.bytes.byteCount, at: 2)
        try entry.bytes.digest.withUnsafeBytes { try row.bind($0, at: 3) }
        try row.bind(entry.entityTag, at: 4)
        try row.bind(entry.total, at: 5)
        try row.run()
    }

    /// Removes the entry for the URL.
    /// - Returns: The removed entry, if any.
    @discardableResult
    func delete(for url: String) throws -> Entry? {
        guard let found = try entry(for: url) else { return nil }
        let row = try PreparedStatement("DELETE FROM partial_image WHERE url = ?", in: database)
        try row.bind(url, at: 1)
        try row.run()
        return found
    }

    func deleteAll() throws {
        try PreparedStatement("DELETE FROM partial_image", in: database).run()
    }

    /// Returns the total bytes of all partial downloads.
    func byteCount() throws -> Int {
        let row = try PreparedStatement("SELECT ifnull(sum(byte_count), 0) FROM partial_image", in: database)
        defer { row.finish() }
        return try row.step() ? try row.integer(0) : 0
    }

    /// Removes the least recently written entries until the rest have at most `limit` bytes.
    /// - Returns: The removed entries.
    func evict(toAtMost limit: Int) throws -> [Entry] {
        let entries = try all()
        var excess = entries.reduce(-limit) { $0 + $1.bytes.byteCount }
        var evicted: [Entry] = []
        for entry in entries where excess > 0 {
            try delete(for: entry.bytes.url)
            evicted.append(entry)
            excess -= entry.bytes.byteCount
        }
        return evicted
    }
}

extension PreparedStatement {
    fileprivate func entry() throws -> PartialDownloadTable.Entry {
        guard let url = text(0), let entityTag = text(3) else { throw StoreError(.corrupt) }
        return PartialDownloadTable.Entry(
            bytes: ImageRecord(url: url, byteCount: try integer(1), digest: Data(bytes(2))), entityTag: entityTag,
            total: try integer(4))
    }
}
