public import EssentialFeed
public import Foundation
public import HTTPTransport

/// The cache of one server: its feed, and the data of its images.
///
/// Calls take effect one after the other, each as a whole: none of them suspends once it has begun. They run on a queue
/// of their own. Every error is a ``StoreError``, except that errors of a transaction's own steps and cancellation pass
/// through.
public actor ServerCache: FeedStore, FeedImageDataStore, PartialDownloadStore {
    /// The default limit, in bytes, of all cached images.
    public static let defaultImageLimit = CacheLimits.images
    /// The limit, in bytes, of all partial downloads, which don't count towards the limit of images.
    public static let partialLimit = CacheLimits.partialDownloads

    private let storage: any CacheStorage
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ storage: sending any CacheStorage) {
        self.storage = storage
    }

    /// Creates a cache in memory alone. It is gone with the last reference to it, and holds no partial downloads.
    /// - Parameter imageLimit: The most bytes that all images may have.
    public static func inMemory(imageLimit: Int = defaultImageLimit) -> ServerCache {
        ServerCache(MemoryStorage(imageLimit: imageLimit))
    }

    /// Returns what this program may do with the cache now.
    ///
    /// If another program held the cache and has ended meanwhile, this one takes its place.
    public func access() -> CacheAccess {
        storage.open()
    }

    // MARK: Feed

    /// Returns the cached feed, or `nil` if no feed is cached.
    public func retrieve() throws -> CachedFeed? {
        try storage.read(.feed) { try $0.feed() }
    }

    /// Runs the steps as one transaction of the database.
    ///
    /// The steps may run a second time, on memory, if the disk fails and has rolled them back.
    public func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) throws {
        try Task.checkCancellation()
        try storage.write(.replacing(.feed)) { try $0.transaction(steps) }
    }

    /// Deletes the feed with all image data.
    /// - Parameter loadedAt: If not `nil`, deletes nothing unless the feed was loaded at this time.
    public func delete(loadedAt: Date?) throws {
        try Task.checkCancellation()
        try storage.delete(loadedAt: loadedAt)
    }

    // MARK: Images

    /// Returns the cached image, or `nil` if no image is cached for the URL.
    ///
    /// Removes bytes that don't match their digest; they count as not cached.
    public func retrieveImageData(for url: URL) throws -> CachedImageData? {
        try Task.checkCancellation()
        return try storage.read(.image(url)) { try $0.image(for: url) }
    }

    // This and `renew(_:for:)` are asynchronous although nothing in them waits: otherwise, a call on the concrete type
    // would use the protocol's default implementation, which reads the bytes.
    /// Returns the freshness of the cached image without reading its bytes, or `nil` if no image is cached for the URL.
    public func retrieveFreshness(for url: URL) async throws -> Freshness? {
        try Task.checkCancellation()
        return try storage.read(.image(url)) { try $0.freshness(for: url) }
    }

    /// Caches the image and evicts others if the limit demands it.
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/imageTooLarge(limit:)`` if this image alone exceeds the
    ///   limit. An earlier image stays then.
    public nonisolated func insert(_ image: CachedImageData, for url: URL) async throws {
        try Task.checkCancellation()
        // Outside the actor: the digest takes longer than the rest, and other calls need not wait for it.
        try await insert(image, ImageFacts(of: image.data), for: url)
    }

    private func insert(_ image: CachedImageData, _ facts: ImageFacts, for url: URL) throws {
        try Task.checkCancellation()
        try storage.write(.replacing(.image(url))) { try $0.insert(image, facts, for: url) }
    }

    /// Replaces the freshness of the cached image. Writes only the index.
    public func renew(_ freshness: Freshness, for url: URL) async throws {
        try Task.checkCancellation()
        try storage.write(.updating(.image(url))) { try $0.renew(freshness, for: url) }
    }

    /// Removes the image cached for the URL, if any.
    public func removeImageData(for url: URL) throws {
        try storage.write(.removingImage(url)) { try $0.removeImage(for: url) }
    }

    /// Changes the limit, in bytes, of all cached images, and evicts what exceeds it.
    public func setImageLimit(_ limit: Int) throws {
        try storage.setImageLimit(limit)
    }

    // MARK: Partial downloads

    /// Returns the partial download for the URL, or `nil` if there is none.
    ///
    /// Removes bytes that don't match their digest; they count as not cached. A cache in memory has no partial
    /// downloads, nor has one that another program writes to.
    public func retrieve(partialFor url: URL) throws -> PartialDownload? {
        try storage.read(.partialDownload(url)) { try $0.partialDownload(for: url) }
    }

    /// Caches the bytes until the image is cached, the cache deleted, or the bytes removed.
    ///
    /// Evicts the least recently written bytes if ``partialLimit`` demands it. Bytes that exceed the limit alone aren't
    /// cached.
    public func insert(_ partial: PartialDownload) throws {
        try storage.write(.updating(.partialDownload(partial.url))) { try $0.insert(partial) }
    }

    /// Removes the partial download for the URL, if any.
    public func remove(partialFor url: URL) throws {
        try storage.write(.updating(.partialDownload(url))) { try $0.removePartialDownload(for: url) }
    }

    // MARK: Upkeep

    /// Returns what the cache holds.
    public func status() throws -> CacheStatus {
        try storage.status()
    }

    /// Writes what is pending, sweeps leftovers, closes the database and lets other programs write.
    ///
    /// Call this when a program ends. A later call of any other method opens the cache again.
    public func close() throws {
        try storage.close()
    }
}
