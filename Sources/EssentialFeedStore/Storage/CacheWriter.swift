import EssentialFeed
import Foundation
import GRDB
import HTTPTransport
import ImageFormats

/// Reads and writes the content of a cache in memory, or on disk for the holder of the folder's lock.
///
/// The program can be killed at any moment: an image's file is published before its index entry is added, and removed
/// after the entry is deleted. A kill leaves at most a file without an index entry; a sweep removes it.
final class CacheWriter: CacheContent {
    let folder: URL?
    let database: DatabaseQueue
    private(set) var imageLimit: Int
    private let imageShare: ServerImageShare?
    private let files: any BlobStore
    private let partials: PartialDownloads
    private var byteCount: Int
    private var lastUse: Int
    /// Uses not yet in the database. The next write records them.
    private var pendingUses: [String: Int] = [:]
    /// The images with a digest verified in this process.
    private var verified: Set<ImageRecord> = []
    /// Whether there may be files without an index entry.
    private var needsSweep = true
    /// How often possible images of the cached feed were removed.
    private(set) var losses = 0

    /// - Parameters:
    ///   - storeFolder: The cache's folder; `nil` if the cache is in memory.
    ///   - imageShare: This server's share of the limit; `nil` if this server may use all of it.
    ///   - partialLimit: The maximum bytes of all partial downloads together.
    init(
        _ database: DatabaseQueue, in storeFolder: StoreFolder?, imageLimit: Int, imageShare: ServerImageShare? = nil,
        partialLimit: Int
    ) throws {
        func blobs(_ path: String?) -> any BlobStore {
            if let path { ImageFiles(folder: path) } else { MemoryBlobs() }
        }
        self.database = database
        self.imageLimit = imageLimit
        self.imageShare = imageShare
        folder = storeFolder?.url
        files = blobs(storeFolder?.images)
        partials = PartialDownloads(files: blobs(storeFolder?.partials), database: database, limit: partialLimit)
        // Throws if the total bytes or the use counter is impossibly large, because the database is then damaged.
        let totals = try database.unsafeRead { try ImageTable(database: $0).totals() }
        byteCount = totals.byteCount
        lastUse = totals.lastUse
    }

    // MARK: Feed

    /// Runs the steps on the feed. If a step throws, none of them takes effect.
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws {
        try write { database in
            let transaction = DatabaseTransaction(database)
            try steps(transaction)
            if let error = transaction.error { throw error }
            try ImageTable(database: database).updateReferences()
        }
    }

    func delete(loadedAt: Date?, willDelete: () -> Void) throws -> Bool {
        let isDeleted = try database.write { database in
            let feed = FeedTable(database: database)
            if let loadedAt, try feed.loadedAt() != loadedAt { return false }
            willDelete()
            try feed.delete()
            try ImageTable(database: database).deleteAll()
            try PartialDownloadTable(database: database).deleteAll()
            return true
        }
        guard isDeleted else { return false }
        byteCount = 0
        pendingUses = [:]
        verified = []
        needsSweep = true
        try files.removeAll()
        try partials.files.removeAll()
        needsSweep = false
        return true
    }

    // MARK: Images

    /// Returns the cached image, or removes it if its bytes don't match their digest.
    func image(for url: URL) throws -> Data? {
        guard let image = try entry(for: url) else { return nil }
        guard let data = try files.read(image, verifyingDigest: !verified.contains(image)) else {
            try forget(image)
            return nil
        }
        verified.insert(image)
        pendingUses[image.url] = nextUse()
        return data
    }

    /// Caches the image. The caller computes its digest and its picture's size, because that takes time.
    /// - Throws: ``StoreError`` of kind ``StoreError/Kind/imageTooLarge(limit:)``. In that case, an earlier image is
    ///   kept.
    func insert(_ data: Data, as image: ImageRecord, _ size: PixelSize?) throws {
        let count = data.count
        guard count <= imageLimit else { throw StoreError(.imageTooLarge(limit: imageLimit)) }
        let limit = imageShare?.limit(of: imageLimit, needed: byteCount + count, new: count) ?? imageLimit
        guard count <= limit else { throw StoreError(.imageTooLarge(limit: limit)) }
        if needsSweep { try sweep(limit: limit) }
        try files.publish(data, as: image)
        var replaced: ImageRecord?
        var evicted: (images: [ImageRecord], areInFeed: Bool) = ([], false)
        var partial: PartialDownloadTable.Entry?
        var newByteCount = byteCount
        do {
            try write { database in
                let table = ImageTable(database: database)
                replaced = try table.entry(for: image.url)
                try table.insert(image, size: size, use: nextUse())
                newByteCount += count - (replaced?.byteCount ?? 0)
                evicted = try table.evict(from: newByteCount, toAtMost: limit, keeping: image.url)
                partial = try PartialDownloadTable(database: database).delete(for: image.url)
            }
        } catch {
            needsSweep = true
            throw error
        }
        byteCount = newByteCount - evicted.images.reduce(0) { $0 + $1.byteCount }
        if evicted.areInFeed { losses += 1 }
        if let replaced, replaced != image { removeFiles(of: [replaced]) }
        removeFiles(of: evicted.images)
        if let partial { partials.removeFile(of: partial) }
    }

    func deleteImage(for url: URL) throws { if let image = try entry(for: url) { try forget(image) } }

    private func forget(_ image: ImageRecord) throws {
        try write { try ImageTable(database: $0).delete(image) }
        losses += 1
        byteCount -= image.byteCount
        pendingUses[image.url] = nil
        removeFiles(of: [image])
    }

    /// Removes the files of images no longer in the index. If a file can't be removed, a later sweep removes it.
    private func removeFiles(of images: [ImageRecord]) {
        for image in images {
            verified.remove(image)
            do {
                try files.remove(image)
            } catch {
                needsSweep = true
            }
        }
    }

    // MARK: Partial downloads

    func partialDownload(for url: URL) throws -> PartialDownload? { try partials.retrieve(for: url) }
    func insert(_ partial: PartialDownload) throws { try partials.insert(partial) }
    func deletePartialDownload(for url: URL) throws { try partials.delete(for: url) }

    // MARK: Upkeep

    func setImageLimit(_ limit: Int) throws {
        imageLimit = limit
        try sweep(limit: imageShare?.limit(of: limit, needed: byteCount, new: 0) ?? limit)
    }

    /// Removes files without an index entry, and index entries without a file.
    ///
    /// This lists the folder, so it is deferred until the first image is written or the cache is closed.
    private func sweep(limit: Int) throws {
        let names = Set(try files.names())
        var leftovers = names
        var isLoss = false
        try write { database in
            let table = ImageTable(database: database)
            for image in try table.all() where leftovers.remove(image.fileName) == nil {
                try table.delete(image)
                isLoss = true
            }
            let byteCount = try table.totals().byteCount
            let evicted = try table.evict(from: byteCount, toAtMost: limit, keeping: nil)
            leftovers.formUnion(evicted.images.map(\.fileName))
            isLoss = isLoss || evicted.areInFeed
        }
        if isLoss { losses += 1 }
        byteCount = try database.unsafeRead { try ImageTable(database: $0).totals().byteCount }
        for name in leftovers where names.contains(name) { try files.remove(named: name) }
        needsSweep = false
        try partials.sweep()
    }

    func isEmpty() throws -> Bool {
        try database.read { database in
            try FeedTable(database: database).loadedAt() == nil
                && ImageTable(database: database).totals().count == 0
                && PartialDownloadTable(database: database).byteCount() == 0
        }
    }

    func close() throws {
        let upkeep = Result<Void, any Error> {
            if needsSweep { return try sweep(limit: imageLimit) }
            if !pendingUses.isEmpty { try write { _ in } }
            try partials.sweep()
        }
        try database.close()
        try upkeep.get()
    }

    /// Runs the steps as one transaction, after recording the pending uses.
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
