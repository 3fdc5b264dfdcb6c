import EssentialFeed
import Foundation
import GRDB
import HTTPTransport

/// Reads and writes the cache of a folder on behalf of the one program that holds its lock.
///
/// The order of steps keeps every moment safe to be killed at: an image's file is published before the index names it,
/// and removed after the index has forgotten it. What is left then is a file that no index names, which is swept.
final class DiskWriter {
    private let folder: StoreFolder
    private let database: DatabaseQueue
    private let files: ImageFiles
    /// What has come of images whose download was cut.
    let partials: PartialImages

    private let identity: FileIdentity?

    /// The bytes of all images in the index.
    private(set) var storedBytes: Int
    /// The count of the latest use of an image.
    private var lastUse: Int
    /// Uses that the database does not know yet: they go with the next write (N027).
    private var pendingUses: [String: Int] = [:]
    /// The images whose bytes were found whole in this process (N024).
    private var verified: Set<StoredImage> = []
    /// Whether files may be there that no index names.
    private var needsSweep = true

    /// Only the holder of the folder's lock may call this.
    init(_ folder: StoreFolder, partialLimit: Int, onBusy: @escaping @Sendable () -> Void) throws {
        self.folder = folder
        files = ImageFiles(folder: folder.images)
        database = try StoreConnection.writer(in: folder, onBusy: onBusy)
        identity = try FileSystem.identity(folder.database)
        let totals = try database.unsafeRead { try ImageTable(database: $0).totals() }
        partials = PartialImages(folder: folder.partials, database: database, limit: partialLimit)
        // A sum that no disk holds, and a count that could not go on, are damage.
        storedBytes = totals.byteCount
        lastUse = totals.lastUse
    }

    /// Whether the database is still the one that was opened: somebody may have removed the folder, and another program
    /// may have made it anew.
    func isCurrent() throws -> Bool {
        try FileSystem.identity(folder.database) == identity
    }

    // MARK: Feed

    func retrieve() throws -> CachedFeed? {
        try database.read { try FeedTable(database: $0).retrieve() }
    }

    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws {
        try write { database in
            let transaction = DiskTransaction(database)
            try steps(transaction)
            if let failure = transaction.failure { throw failure }
            try ImageTable(database: database).updateReferences()
        }
    }

    /// - Returns: whether it was deleted: `false` when it does not carry the loadedAt.
    /// - Parameter willDelete: told when the loadedAt, if any is given, is that of the saved feed.
    func delete(loadedAt: Date?, willDelete: () -> Void) throws -> Bool {
        let isDeleted = try database.write { database in
            let feed = FeedTable(database: database)
            if let loadedAt, try feed.loadedAt() != loadedAt { return false }
            willDelete()
            try feed.delete()
            try ImageTable(database: database).deleteAll()
            try PartialImageTable(database: database).deleteAll()
            return true
        }
        guard isDeleted else { return false }
        storedBytes = 0
        pendingUses = [:]
        verified = []
        needsSweep = true
        try files.removeAll()
        try partials.removeFiles()
        needsSweep = false
        return true
    }

    // MARK: Images

    func retrieveImageData(for url: URL) throws -> CachedImageData? {
        guard let (image, freshness) = try record(for: url) else { return nil }
        guard let data = try files.read(image, verifyingDigest: !verified.contains(image)) else {
            try forget(image)
            return nil
        }
        verified.insert(image)
        pendingUses[image.url] = nextUse()
        return CachedImageData(data: data, freshness: freshness)
    }

    func retrieveFreshness(for url: URL) throws -> Freshness? {
        try record(for: url)?.freshness
    }

    private func record(for url: URL) throws -> ImageTable.Record? {
        try database.unsafeRead { try ImageTable(database: $0).record(for: url.absoluteString) }
    }

    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/imageTooLarge(limit:)``, any earlier image staying.
    func insert(_ new: CachedImageData, digest: Data, for url: URL, limit: Int) throws {
        let data = new.data
        guard data.count <= limit else { throw StoreError(.imageTooLarge(limit: limit)) }
        if needsSweep { try sweep(limit: limit) }
        let image = StoredImage(url: url.absoluteString, byteCount: data.count, digest: digest)
        try files.publish(data, as: image)
        var replaced: StoredImage?
        var evicted: [StoredImage] = []
        var partial: PartialImageTable.Record?
        var byteCount = storedBytes
        do {
            try write { database in
                let table = ImageTable(database: database)
                replaced = try table.image(for: image.url)
                try table.insert(image, new.freshness, use: nextUse())
                byteCount += image.byteCount - (replaced?.byteCount ?? 0)
                evicted = try table.evict(from: byteCount, toAtMost: limit, keeping: image.url)
                partial = try PartialImageTable(database: database).delete(for: image.url)
            }
        } catch {
            needsSweep = true
            throw error
        }
        storedBytes = byteCount - evicted.reduce(0) { $0 + $1.byteCount }
        if let replaced, replaced != image { removeFiles([replaced]) }
        removeFiles(evicted)
        if let partial { partials.removeFile(of: partial) }
    }

    /// No file is written.
    func renew(_ freshness: Freshness, for url: URL) throws {
        try write { try ImageTable(database: $0).renew(freshness, for: url.absoluteString) }
    }

    func removeImageData(for url: URL) throws {
        if let image = try record(for: url)?.image { try forget(image) }
    }

    private func forget(_ image: StoredImage) throws {
        try write { try ImageTable(database: $0).delete(image) }
        storedBytes -= image.byteCount
        pendingUses[image.url] = nil
        removeFiles([image])
    }

    /// Removes the files of images that the index has forgotten. A file that resists is a leftover like any other.
    private func removeFiles(_ images: [StoredImage]) {
        for image in images {
            verified.remove(image)
            do {
                try files.remove(image)
            } catch {
                needsSweep = true
            }
        }
    }

    // MARK: Upkeep

    /// Makes the files and the index agree: removes files that no index names, and forgets images without a file
    /// (N026). Costs a listing of the folder, so it waits for the first image that is written, or for the end.
    func sweep(limit: Int) throws {
        let names = Set(try files.names())
        var leftovers = names
        try write { database in
            let table = ImageTable(database: database)
            for image in try table.all() where leftovers.remove(image.fileName) == nil {
                try table.delete(image)
            }
            let byteCount = try table.totals().byteCount
            let evicted = try table.evict(from: byteCount, toAtMost: limit, keeping: nil)
            leftovers.formUnion(evicted.map(\.fileName))
        }
        storedBytes = try database.unsafeRead { try ImageTable(database: $0).totals().byteCount }
        for name in leftovers where names.contains(name) { try files.remove(named: name) }
        needsSweep = false
        try partials.sweep()
    }

    /// Whether neither a feed nor an image is kept, whole or in part.
    func isEmpty() throws -> Bool {
        try database.read { database in
            try FeedTable(database: database).loadedAt() == nil
                && ImageTable(database: database).totals().count == 0
                && PartialImageTable(database: database).byteCount() == 0
        }
    }

    func status(imageLimit: Int) throws -> CacheStatus {
        try database.read { try CacheStatus($0, imageLimit: imageLimit, folder: folder) }
    }

    /// Leaves everything in order and closes the connection.
    func close(limit: Int) throws {
        if needsSweep {
            try sweep(limit: limit)
        } else if !pendingUses.isEmpty {
            try write { _ in }
        }
        try partials.sweepIfNeeded()
        try database.close()
    }

    /// Runs the steps as one transaction, after the uses that the database does not know yet.
    private func write(_ steps: (Database) throws -> Void) throws {
        try database.write { database in
            try ImageTable(database: database).recordUses(pendingUses)
            try steps(database)
        }
        pendingUses = [:]
    }

    private func nextUse() -> Int {
        lastUse += 1
        return lastUse
    }
}
