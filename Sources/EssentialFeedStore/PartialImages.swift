import EssentialFeed
import Foundation
import GRDB
import HTTPTransport

/// Keeps what has come of images whose download was cut, as files of a folder with an index in the database (N034).
///
/// As with whole images, a file is published before the index names it and removed after the index has forgotten it.
final class PartialImages {
    private let files: ImageFiles
    private let database: DatabaseQueue
    private let limit: Int
    /// Whether files may be there that the index does not name.
    private var needsSweep = true

    /// - Parameter limit: the most bytes of all of them.
    init(folder: String, database: DatabaseQueue, limit: Int) {
        files = ImageFiles(folder: folder)
        self.database = database
        self.limit = limit
    }

    /// Length and digest are checked each time: nobody reads a part twice.
    func retrieve(for url: URL) throws -> PartialDownload? {
        let found = try database.unsafeRead { try PartialImageTable(database: $0).record(for: url.absoluteString) }
        guard let record = found else { return nil }
        guard let bytes = try files.read(record.bytes, verifyingDigest: true) else {
            try remove(for: url)
            return nil
        }
        return PartialDownload(url: url, entityTag: record.entityTag, bytes: bytes, total: record.total)
    }

    /// Keeps nothing, also not what was kept before, of an image that exceeds the limit alone.
    func insert(_ partial: PartialDownload) throws {
        try sweepIfNeeded()
        guard partial.bytes.count <= limit else { return try remove(for: partial.url) }
        let record = PartialImageTable.Record(
            bytes: StoredImage(partial.bytes, for: partial.url), entityTag: partial.entityTag, total: partial.total)
        var removed: [PartialImageTable.Record] = []
        do {
            try files.publish(partial.bytes, as: record.bytes)
            try database.write { database in
                let table = PartialImageTable(database: database)
                if let replaced = try table.delete(for: record.bytes.url) { removed.append(replaced) }
                try table.insert(record)
                removed += try table.evict(toAtMost: limit)
            }
        } catch {
            needsSweep = true
            throw error
        }
        for other in removed where other.bytes.fileName != record.bytes.fileName { removeFile(of: other) }
    }

    func remove(for url: URL) throws {
        let removed = try database.write { try PartialImageTable(database: $0).delete(for: url.absoluteString) }
        if let removed { removeFile(of: removed) }
    }

    /// Removes the file of a record that the index has forgotten. One that resists is a leftover like any other.
    func removeFile(of record: PartialImageTable.Record) {
        do {
            try files.remove(record.bytes)
        } catch {
            needsSweep = true
        }
    }

    /// Removes all files, which the index has forgotten.
    func removeFiles() throws {
        needsSweep = true
        try files.removeAll()
        needsSweep = false
    }

    func sweepIfNeeded() throws {
        if needsSweep { try sweep() }
    }

    /// Removes files that the index does not name, and forgets what has no file.
    func sweep() throws {
        var leftovers = Set(try files.names())
        try database.write { database in
            let table = PartialImageTable(database: database)
            for record in try table.all() where leftovers.remove(record.bytes.fileName) == nil {
                try table.delete(for: record.bytes.url)
            }
            for evicted in try table.evict(toAtMost: limit) { leftovers.insert(evicted.bytes.fileName) }
        }
        for name in leftovers { try files.remove(named: name) }
        needsSweep = false
    }
}
