public import EssentialFeed
public import Foundation
public import HTTPTransport
import ImageFormats

/// One server's cache: its feed and image data.
///
/// `retrieve`, `transaction` and `delete` are about the feed; other methods name what they act on.
///
/// Calls run one at a time on a dedicated queue and don't suspend once they have started. Every error is a
/// ``StoreError``, except for cancellation and errors thrown by a transaction's steps, which pass through.
public actor ServerCache: FeedStore, FeedImageDataStore, PartialDownloadStore {
    /// The default limit, in bytes, for all cached images.
    public static let defaultImageLimit = 500_000_000
    /// The limit, in bytes, for all partial downloads, which don't count towards the image limit.
    public static let partialLimit = PartialDownloads.usualLimit

    /// Grows when images of the cached feed may have left the disk. Most losses are counted when an image is next cached.
    public private(set) var lossCount = 0
    private var knownLosses = 0

    private let storage: any CacheStorage
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ storage: sending any CacheStorage) { self.storage = storage }

    /// Creates a cache in memory only. It is discarded with its last reference and doesn't store partial downloads.
    public static func inMemory(imageLimit: Int = defaultImageLimit) -> ServerCache {
        ServerCache(MemoryStorage(imageLimit: imageLimit))
    }

    /// Returns what this program may currently do with the cache.
    ///
    /// If the program with the lock has ended, this one takes over.
    public func access() -> CacheAccess { storage.open() }

    // MARK: Feed

    /// Returns the cached feed, or `nil` if no feed is cached.
    public func retrieve() throws -> CachedFeed? { try storage.read(.feed) { try $0.feed() } }

    /// Runs the steps as one database transaction.
    ///
    /// If the disk fails and rolls the steps back, they may run again in memory.
    public func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) throws {
        try Task.checkCancellation()
        try storage.write(.replacing(.feed)) { try $0.transaction(steps) }
    }

    /// Deletes the feed and all image data.
    /// - Parameter loadedAt: If not `nil`, nothing is deleted unless the feed was loaded then.
    public func delete(loadedAt: Date?) throws {
        try Task.checkCancellation()
        lossCount += 1
        try storage.delete(loadedAt: loadedAt)
    }

    // MARK: Images

    /// Returns the cached image, or `nil` if no image is cached for the URL.
    ///
    /// Bytes that don't match their digest are removed and count as a cache miss.
    public func retrieveImageData(for url: URL) throws -> Data? {
        try Task.checkCancellation()
        return try storage.read(.image(url)) { try $0.image(for: url) }
    }

    /// Returns whether an image is cached for the URL. Doesn't read its bytes.
    public func containsImageData(for url: URL) throws -> Bool {
        try Task.checkCancellation()
        return try storage.read(.image(url)) { try $0.entry(for: url) } != nil
    }

    /// Returns the facts about the file of the cached image, or `nil` if no file is cached for the URL.
    public func savedImage(for url: URL) throws -> SavedImage? {
        try Task.checkCancellation()
        return try storage.read(.image(url)) { try $0.savedImage(for: url) }
    }

    /// Caches the image and evicts others if the limit is exceeded.
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/imageTooLarge(limit:)`` if this image alone exceeds the
    ///   limit. In that case, an earlier image is kept.
    public nonisolated func insert(_ data: Data, for url: URL) async throws {
        try Task.checkCancellation()
        // The digest is computed outside the actor, because it is slow and other calls needn't wait for it.
        try await insert(data, as: ImageRecord(data, for: url), ImageRecord.pictureSize(of: data), for: url)
    }

    private func insert(_ data: Data, as image: ImageRecord, _ size: PixelSize?, for url: URL) throws {
        try Task.checkCancellation()
        try storage.write(.replacing(.image(url))) { writer in
            defer {
                let isOnDisk = writer.folder != nil
                if !isOnDisk || writer.losses != knownLosses { lossCount += 1 }
                knownLosses = writer.losses
            }
            try writer.insert(data, as: image, size)
        }
    }

    /// Deletes the image cached for the URL, if any.
    public func deleteImageData(for url: URL) throws {
        try storage.write(.deletingImage(url)) { try $0.deleteImage(for: url) }
    }

    /// Changes the limit, in bytes, for all cached images and evicts images that exceed it.
    public func setImageLimit(_ limit: Int) throws {
        lossCount += 1
        try storage.setImageLimit(limit)
    }

    // MARK: Partial downloads

    /// Returns the partial download for the URL, or `nil` if there is none.
    ///
    /// Bytes that don't match their digest are removed and count as a cache miss. Caches in memory and caches written
    /// by another program have no partial downloads.
    public func retrievePartialDownload(for url: URL) throws -> PartialDownload? {
        try storage.read(.partialDownload(url)) { try $0.partialDownload(for: url) }
    }

    /// Caches the bytes until the image is cached, the cache is deleted or the bytes are removed.
    ///
    /// Evicts the least recently written bytes if ``partialLimit`` is exceeded. A single download above the limit isn't
    /// cached.
    public func insert(_ partial: PartialDownload) throws {
        try storage.write(.updating(.partialDownload(partial.url))) { try $0.insert(partial) }
    }

    /// Deletes the partial download for the URL, if any.
    public func deletePartialDownload(for url: URL) throws {
        try storage.write(.updating(.partialDownload(url))) { try $0.deletePartialDownload(for: url) }
    }

    // MARK: Upkeep

    /// Returns the cache's status.
    public func status() throws -> CacheStatus { try storage.status() }

    /// Writes pending changes, removes leftover files, closes the database and lets other programs write.
    ///
    /// Call this when the program ends. Calling any other method reopens the cache.
    public func close() throws { try storage.close() }
}

extension ServerCache {
    /// The number and interval of retries while another program writes to the cache: 1 s in total.
    private static let attempts = (count: 50, interval: Duration.milliseconds(20))

    /// Opens a server's cache.
    ///
    /// Opening always succeeds. If the disk can't be used, the cache is read-only or in memory, and the reason is
    /// reported. ``access()`` returns what the cache may do.
    ///
    /// - Parameters:
    ///   - cacheFolder: The folder for all servers' caches. It is created with mode 0700 if it doesn't exist.
    ///   - address: The server.
    ///   - imageLimit: The limit, in bytes, for all cached images in the cache folder, including other servers' images.
    ///   - waits: Whether opening waits for another program to finish.
    ///   - clock: Measures the wait. Cancelling the task ends the wait.
    ///   - report: Receives the reason if the cache can't be written, now or later; each kind of error once. Runs on
    ///     the caller's executor or on the cache's queue.
    public static func open(
        in cacheFolder: URL, for address: ServerAddress, imageLimit: Int = defaultImageLimit,
        waits: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async -> ServerCache {
        let report = ReportOnce(report)
        let folder = StoreFolder(in: cacheFolder, for: address)
        let disk = DiskStorage(folder, imageLimit: imageLimit, imageShare: ServerImageShare(besides: folder))
        let cache = ServerCache(MemoryFallback(for: disk, imageLimit: imageLimit, report: report))
        var access = await cache.access()
        for _ in 0..<attempts.count where waits && access.isInUse {
            do {
                try await clock.sleep(for: attempts.interval)
            } catch {
                break
            }
            access = await cache.access()
        }
        if let error = access.error { report(error) }
        return cache
    }

    /// Opens a server's cache for the work and closes it when the work returns or throws.
    /// - Parameters:
    ///   - cacheFolder: The folder for all servers' caches.
    ///   - address: The server.
    ///   - isolation: The calling actor, on which the work runs.
    ///   - report: Receives errors that prevent the cache from being written or closed.
    ///   - work: Receives the cache.
    /// - Throws: The work's error.
    public static func withCache<Value>(
        in cacheFolder: URL, for address: ServerAddress, isolation: isolated (any Actor)? = #isolation,
        report: @escaping @Sendable (any Error) -> Void = { _ in }, _ work: (ServerCache) async throws -> Value
    ) async throws -> Value {
        let cache = await open(in: cacheFolder, for: address, report: report)
        let result: Result<Value, any Error>
        do {
            result = .success(try await work(cache))
        } catch {
            result = .failure(error)
        }
        do {
            try await cache.close()
        } catch {
            report(error)
        }
        return try result.get()
    }
}

extension ServerCache {
    /// Returns whether the server has a cache on the disk.
    public static func exists(in folder: URL, for address: ServerAddress) -> Bool {
        FileManager.default.fileExists(atPath: StoreFolder(in: folder, for: address).database)
    }
}
