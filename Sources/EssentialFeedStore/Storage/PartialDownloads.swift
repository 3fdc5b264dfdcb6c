import Foundation
import GRDB
import HTTPTransport

/// A cache's partial downloads: their bytes, with an index in the database.
///
/// As with complete images, a file is published before its index entry is added, and removed after the entry is
/// deleted.
struct PartialDownloads {
    static let usualLimit = 64_000_000

    let files: any BlobStore
    let database: DatabaseQueue
    let limit: Int

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
        guard partial.bytes.count <= limit else { return try delete(for: partial.url) }
        let bytes = ImageRecord(partial.bytes, for: partial.url)
        try files.publish(partial.bytes, as: bytes)
        try sweep(
            adding: PartialDownloadTable.Entry(bytes: bytes, entityTag: partial.entityTag, total: partial.total))
    }

    func delete(for url: URL) throws {
        let removed = try database.write { try PartialDownloadTable(database: $0).delete(for: url.absoluteString) }
        if let removed { removeFile(of: removed) }
    }

    /// Removes the file of an entry that the index doesn't contain any more.
    func removeFile(of entry: PartialDownloadTable.Entry) {
        do {
            try files.remove(entry.bytes)
        } catch {
            // A later sweep removes it.
        }
    }

    /// Adds an entry to the index. Then removes index entries beyond the limit or without a file, and files without an
    /// index entry.
    func sweep(adding entry: PartialDownloadTable.Entry? = nil) throws {
        var leftovers = Set(try files.names())
        try database.write { database in
            let table = PartialDownloadTable(database: database)
            if let entry { try table.insert(entry) }
            for entry in try table.all() where leftovers.remove(entry.bytes.fileName) == nil {
                try table.delete(for: entry.bytes.url)
            }
            for evicted in try table.evict(toAtMost: limit) { leftovers.insert(evicted.bytes.fileName) }
        }
        for name in leftovers { try files.remove(named: name) }
    }
}
