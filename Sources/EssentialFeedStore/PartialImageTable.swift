import EssentialFeed
import Foundation
import GRDB

/// The index of what has come of images whose download was cut (N034).
///
/// The order of writing is a count, not a time: clocks jump.
struct PartialImageTable {
    struct Record: Hashable {
        /// The bytes that came.
        let bytes: StoredImage
        let entityTag: String
        let total: Int
    }

    let database: Database

    func record(for url: String) throws -> Record? {
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest, entity_tag, total FROM partial_image WHERE url = ?", in: database)
        defer { row.finish() }
        try row.bind(url, at: 1)
        return try row.step() ? try row.record() : nil
    }

    /// All, those written least recently first.
    func all() throws -> [Record] {
        let row = try PreparedStatement(
            "SELECT url, byte_count, digest, entity_tag, total FROM partial_image ORDER BY last_write", in: database)
        defer { row.finish() }
        var records: [Record] = []
        while try row.step() { records.append(try row.record()) }
        return records
    }

    func insert(_ record: Record) throws {
        let row = try PreparedStatement(
            """
            INSERT OR REPLACE INTO partial_image (url, byte_count, digest, entity_tag, total, last_write)
            VALUES (?1, ?2, ?3, ?4, ?5, (SELECT ifnull(max(last_write), 0) + 1 FROM partial_image))
            """, in: database)
        try row.bind(record.bytes.url, at: 1)
        try row.bind(record.bytes.byteCount, at: 2)
        try record.bytes.digest.withUnsafeBytes { try row.bind($0, at: 3) }
        try row.bind(record.entityTag, at: 4)
        try row.bind(record.total, at: 5)
        try row.run()
    }

    /// - Returns: what was there.
    @discardableResult
    func delete(for url: String) throws -> Record? {
        guard let found = try record(for: url) else { return nil }
        let row = try PreparedStatement("DELETE FROM partial_image WHERE url = ?", in: database)
        try row.bind(url, at: 1)
        try row.run()
        return found
    }

    func deleteAll() throws {
        try PreparedStatement("DELETE FROM partial_image", in: database).run()
    }

    /// The bytes of all.
    func byteCount() throws -> Int {
        let row = try PreparedStatement("SELECT ifnull(sum(byte_count), 0) FROM partial_image", in: database)
        defer { row.finish() }
        return try row.step() ? try row.integer(0) : 0
    }

    /// Removes those written least recently until the others have at most so many bytes.
    /// - Returns: those removed.
    func evict(toAtMost limit: Int) throws -> [Record] {
        let records = try all()
        var excess = records.reduce(-limit) { $0 + $1.bytes.byteCount }
        var evicted: [Record] = []
        for record in records where excess > 0 {
            try delete(for: record.bytes.url)
            evicted.append(record)
            excess -= record.bytes.byteCount
        }
        return evicted
    }
}

extension PreparedStatement {
    fileprivate func record() throws -> PartialImageTable.Record {
        guard let url = text(0), let entityTag = text(3) else { throw StoreError(.corrupt) }
        return PartialImageTable.Record(
            bytes: StoredImage(url: url, byteCount: try integer(1), digest: Data(bytes(2))), entityTag: entityTag,
            total: try integer(4))
    }
}
