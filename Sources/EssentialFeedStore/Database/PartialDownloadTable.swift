import EssentialFeed
import Foundation
import GRDB

/// The index of the partial downloads in the database.
///
/// Writes are ordered by a counter, not by time, because clocks jump.
struct PartialDownloadTable {
    struct Entry: Hashable {
        let bytes: ImageRecord
        let entityTag: String
        let total: Int
    }

    let database: Database

    private static let columns = "url, byte_count, digest, entity_tag, total"

    func entry(for url: String) throws -> Entry? {
        try database.first("SELECT \(Self.columns) FROM partial_image WHERE url = ?", [url], read: Entry.init)
    }

    func all() throws -> [Entry] {
        try database.all("SELECT \(Self.columns) FROM partial_image ORDER BY last_write", read: Entry.init)
    }

    func insert(_ entry: Entry) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO partial_image (url, byte_count, digest, entity_tag, total, last_write)
            VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(last_write), 0) + 1 FROM partial_image))
            """,
            [entry.bytes.url, entry.bytes.byteCount, entry.bytes.digest, entry.entityTag, entry.total])
    }

    @discardableResult
    func delete(for url: String) throws -> Entry? {
        guard let found = try entry(for: url) else { return nil }
        try database.run("DELETE FROM partial_image WHERE url = ?", [url])
        return found
    }

    func deleteAll() throws { try database.run("DELETE FROM partial_image") }

    func byteCount() throws -> Int {
        try database.first("SELECT sum(byte_count) FROM partial_image") { try $0.integer(0) } ?? 0
    }

    /// Removes the least recently written entries until the rest have at most `limit` bytes.
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

extension PartialDownloadTable.Entry {
    fileprivate init(_ row: Row) throws {
        guard let entityTag: String = row[3] else { throw StoreError(.corrupt) }
        self.init(bytes: try ImageRecord(row), entityTag: entityTag, total: try row.integer(4))
    }
}
