import Foundation
import GRDB
import HTTPTransport

/// A cache's partial downloads: their bytes, with an index in the database.
///
/// As with complete images, a file is published before its index entry is added, and removed after the entry is
/// deleted.
final class PartialDownloads {
    static let usualLimit = 64_000_000

    private let files: any BlobStore
    private let database: DatabaseQueue
    private let limit: Int
    /// Whether there may be files without an index entry.
    private var needsSweep = true

    init(_ files: any BlobStore, database: DatabaseQueue, limit: Int) {
        self.files = files
        self.database = database
        self.limit = limit
    }

    /// Returns the partial download. Its length and digest are checked each time, because it is usually read only once.
    func retrieve(for url: URL) throws -> PartialDownload? {
        let found = try database.unsafeRead { try PartialDownloadTable(database: $0).entry(for: url.absoluteString) }
        guard let entry = found else { return nil }
        guard let bytes = try files.read(entry.bytes, verifyingDigest: true) else {
            try delete(for: url)
            return nil
        }
        return PartialDownload(url: url, entityTag: entry.entityTag, bytes: bytes, total: entry.total)
    }

    /// Replaces the partial download for the URL. If the bytes exceed the limit on their own, the earlier download is
    /// removed and nothing is cached.
    func insert(_ partial: PartialDownload) throws {
        try sweepIfNeeded()
        guard partial.bytes.count <= limit else { return try delete(for: partial.url) }
        let entry = PartialDownloadTable.Entry(
            bytes: ImageRecord(partial.bytes, for: partial.url), entityTag: partial.entityTag, total: partial.total)
        var removed: [PartialDownloadTable.Entry] = []
        do {
            try files.publish(partial.bytes, as: entry.bytes)
            try database.write { database in
                let table = PartialDownloadTable(database: database)
                if let replaced = try table.delete(for: entry.bytes.url) { removed.append(replaced) }
                try table.insert(entry)
                removed += try table.evict(toAtMost: limit)
            }
        } catch {
            needsSweep = true
            throw error
        }
        for other in removed where other.bytes.fileName != entry.bytes.fileName { removeFile(of: other) }
    }

    func delete(for url: URL) throws {
        let removed = try database.write { try PartialDownloadTable(database: $0).delete(for: url.absoluteString) }
        if let removed { removeFile(of: removed) }
    }

    /// Removes the file of an entry that the index doesn't contain any more. If the file can't be removed, a later
    /// sweep removes it.
    func removeFile(of entry: PartialDownloadTable.Entry) {
        do {
            try files.remove(entry.bytes)
        } catch {
            needsSweep = true
        }
    }

    /// Removes all files. Call this after their index entries have been deleted.
    func removeFiles() throws {
        needsSweep = true
        try files.removeAll()
        needsSweep = false
    }

    func sweepIfNeeded() throws { if needsSweep { try sweep() } }

    /// Removes files without an index entry, and index entries without a file.
    func sweep() throws {
        var leftovers = Set(try files.names())
        try database.write { database in
            let table = PartialDownloadTable(database: database)
            for entry in try table.all() where leftovers.remove(entry.bytes.fileName) == nil {
                try table.delete(for: entry.bytes.url)
            }
            for evicted in try table.evict(toAtMost: limit) { leftovers.insert(evicted.bytes.fileName) }
        }
        for name in leftovers { try files.remove(named: name) }
        needsSweep = false
    }
}
