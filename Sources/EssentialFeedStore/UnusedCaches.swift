import EssentialFeed
public import Foundation

/// The caches in a cache folder that no program uses at the moment: those of servers that were left.
public actor UnusedCaches {
    private let cacheFolder: URL
    private let now: @Sendable () -> Date
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Touches nothing.
    /// - Parameter cacheFolder: what the caches of all servers are in.
    public init(in cacheFolder: URL, now: @escaping @Sendable () -> Date) {
        self.cacheFolder = cacheFolder
        self.now = now
    }

    /// Removes each cache that is damaged, has expired or holds nothing, with its folder, and leaves alone each one that a
    /// program uses, this one included. One without a feed, with images alone, is as old as what was last written.
    /// - Parameter report: told why a cache could not be judged or removed, which keeps none of the others from it.
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
        let cache = DiskStorage(folder, imageLimit: ServerCache.defaultImageLimit)
        guard case .writer = cache.open() else { return }
        do {
            let now = now()
            if let feed = try cache.retrieve() {
                guard !FeedCachePolicy.isValid(feed.loadedAt, at: now),
                    !FeedCachePolicy.isAhead(feed.loadedAt, of: now)
                else { return try cache.close() }
            } else if FeedCachePolicy.isValid(lastUse, at: now) || FeedCachePolicy.isAhead(lastUse, of: now) {
                // One that holds nothing goes as it is closed.
                return try cache.close()
            }
        } catch let error as StoreError where error.kind == .corrupt {
            // Nobody can read it.
        }
        try cache.removeFolder()
    }
}
