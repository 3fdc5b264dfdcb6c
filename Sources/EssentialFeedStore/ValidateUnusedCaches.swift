import EssentialFeed
public import Foundation

/// Validates the caches that no program is using, such as those of servers used earlier.
public actor ValidateUnusedCaches {
    private let cacheFolder: URL
    private let now: @Sendable () -> Date
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates the object without opening or changing anything.
    /// - Parameters:
    ///   - cacheFolder: The folder for all servers' caches.
    ///   - now: Returns the current time.
    public init(in cacheFolder: URL, now: @escaping @Sendable () -> Date) {
        self.cacheFolder = cacheFolder
        self.now = now
    }

    /// Removes damaged, expired and empty caches, with their folders.
    ///
    /// Skips caches that any program, including this one, is using. The age of a cache without a feed counts from its
    /// last write.
    /// - Parameter report: Receives the errors for caches that couldn't be validated or removed. All others are still
    ///   validated. Runs on this actor.
    /// - Throws: ``StoreError`` if the cache folder can't be listed, or `CancellationError`.
    public func validate(report: (any Error) -> Void = { _ in }) throws {
        try Task.checkCancellation()
        let folders = try StoreError.wrapping { try StoreFolder.all(in: cacheFolder) }
        for folder in folders {
            try Task.checkCancellation()
            do {
                try StoreError.wrapping { try validate(folder) }
            } catch {
                report(error)
            }
        }
    }

    private func validate(_ folder: StoreFolder) throws {
        let lastUse = folder.lastUse()
        let storage = DiskStorage(folder, imageLimit: CacheLimits.images)
        guard case .writer = storage.open() else { return }
        do {
            let now = now()
            if let feed = try storage.read(.feed, { try $0.feed() }) {
                guard !FeedCachePolicy.isValid(feed.loadedAt, at: now),
                    !FeedCachePolicy.isAhead(feed.loadedAt, of: now)
                else { return try storage.close() }
            } else if FeedCachePolicy.isValid(lastUse, at: now) || FeedCachePolicy.isAhead(lastUse, of: now) {
                // Closing removes an empty cache.
                return try storage.close()
            }
        } catch let error as StoreError where error.kind == .corrupt {
            // A damaged cache can't be read, so it is removed.
        }
        try storage.removeFolder()
    }
}
