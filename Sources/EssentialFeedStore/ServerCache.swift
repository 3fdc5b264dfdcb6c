public import EssentialFeed
public import Foundation
public import HTTPTransport

/// The cache of one server: its feed, the bytes of its images, on disk.
///
/// Calls take effect one after the other, each as a whole (B137): none of them suspends once it has begun. Every failure
/// is a ``StoreError``; what a transaction's own steps throw passes through, and so does cancellation.
public actor ServerCache: FeedStore, FeedImageDataStore, PartialDownloadStore {
    /// The most bytes that all stored images have, unless another limit is given (N027).
    public static let defaultImageLimit = 500_000_000
    /// The most bytes that are kept of all images whose download was cut (N034), beside the limit of stored images.
    public static let partialLimit = 64_000_000

    private let storage: any Storage
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ storage: sending any Storage) {
        self.storage = storage
    }

    /// What this program may do with the cache now. Another program that held it may have ended meanwhile; then this
    /// one takes its place.
    public func access() -> CacheAccess {
        storage.open()
    }

    // MARK: Feed

    public func retrieve() throws -> CachedFeed? {
        try storage.retrieve()
    }

    /// Runs the steps as one transaction of the database (B061). They may run a second time, on memory, where the disk
    /// did not take them and rolled them back (N031).
    public func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) throws {
        try Task.checkCancellation()
        try storage.transaction(steps)
    }

    public func delete(loadedAt: Date?) throws {
        try Task.checkCancellation()
        try storage.delete(loadedAt: loadedAt)
    }

    // MARK: Images

    /// Bytes that are not whole any more are removed, and count as not stored (N024).
    public func retrieveImageData(for url: URL) throws -> CachedImageData? {
        try Task.checkCancellation()
        return try storage.retrieveImageData(for: url)
    }

    // Asynchronous although nothing in it waits, as is ``renew(_:for:)``: otherwise a caller that holds the cache by its own
    // type would get the protocol's default, which reads the bytes.
    public func retrieveFreshness(for url: URL) async throws -> Freshness? {
        try Task.checkCancellation()
        return try storage.retrieveFreshness(for: url)
    }

    /// Stores the bytes, giving up others where the limit demands it (N027).
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/imageTooLarge(limit:)`` when the limit is too low for this
    ///   image alone. Earlier bytes stay then.
    public nonisolated func insert(_ image: CachedImageData, for url: URL) async throws {
        try Task.checkCancellation()
        // Before it is this call's turn: the digest takes longer than the rest, and others need not wait for it.
        try await insert(image, digest: StoredImage.digest(of: image.data), for: url)
    }

    private func insert(_ image: CachedImageData, digest: Data, for url: URL) throws {
        try Task.checkCancellation()
        try storage.insert(image, digest: digest, for: url)
    }

    /// Writes the index alone; no bytes are written (N033).
    public func renew(_ freshness: Freshness, for url: URL) async throws {
        try Task.checkCancellation()
        try storage.renew(freshness, for: url)
    }

    /// Removes the bytes stored for the URL, if any: they turned out to be no image (N025).
    public func removeImageData(for url: URL) throws {
        try storage.removeImageData(for: url)
    }

    /// Changes the limit, in bytes, of all stored images, giving up what exceeds it (N027).
    public func setImageLimit(_ limit: Int) throws {
        try storage.setImageLimit(limit)
    }

    // MARK: Partial images

    /// Bytes that are not whole any more are removed, and count as not kept. A cache in memory keeps none, nor does one
    /// that another program writes to.
    public func retrieve(partialFor url: URL) throws -> PartialDownload? {
        try storage.retrieve(partialFor: url)
    }

    /// Keeps the bytes, giving up those that were written least recently where ``partialLimit`` demands it; keeps
    /// nothing of an image that exceeds it alone. Until the image is stored, the cache deleted, or the bytes removed.
    public func insert(_ partial: PartialDownload) throws {
        try storage.insert(partial)
    }

    public func remove(partialFor url: URL) throws {
        try storage.remove(partialFor: url)
    }

    // MARK: Upkeep

    public func status() throws -> CacheStatus {
        try storage.status()
    }

    /// Writes down what is pending, sweeps leftovers (N026), closes the database and lets other programs write. To be
    /// called when a program ends; a later call opens the cache again.
    public func close() throws {
        try storage.close()
    }
}
