public import EssentialFeed
import Files
public import Foundation

/// Measures, validates and deletes the caches of all servers in a cache folder.
public actor ServerCaches {
    private let cacheFolder: URL
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates the object without opening or changing anything.
    public init(in cacheFolder: URL) { self.cacheFolder = cacheFolder }

    /// Returns the size of a server's cache on disk, in bytes; 0 if it has none.
    /// - Throws: ``StoreError`` if the disk can't be read.
    public func byteCount(of server: ServerAddress) throws -> Int {
        try StoreError.wrapping { try StoreFolder(in: cacheFolder, for: server).byteCount() }
    }

    /// Returns the total size of all caches on disk, in bytes, including the caches of forgotten servers.
    /// - Throws: ``StoreError`` if the disk can't be read.
    public func byteCount() throws -> Int {
        try StoreError.wrapping { try StoreFolder.all(in: cacheFolder).reduce(0) { try $0 + $1.byteCount() } }
    }

    /// Deletes a server's cache and its folder.
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/inUse`` if any program, including this one, is using the
    ///   cache.
    public func delete(of server: ServerAddress) throws {
        try delete(StoreFolder(in: cacheFolder, for: server))
    }

    /// Deletes the caches of all servers except one, including forgotten servers.
    /// - Parameter kept: The server whose cache is kept because this program is using it.
    /// - Returns: The errors for caches that couldn't be deleted. All others are deleted.
    /// - Throws: ``StoreError`` if the cache folder can't be listed.
    public func deleteAll(but kept: ServerAddress?) throws -> [StoreError] {
        let kept = kept.map { StoreFolder(in: cacheFolder, for: $0).path }
        let folders = try StoreError.wrapping { try StoreFolder.all(in: cacheFolder) }
        return folders.filter { $0.path != kept }.compactMap { folder in
            do {
                try delete(folder)
                return nil
            } catch {
                return StoreError(error)
            }
        }
    }

    private func delete(_ folder: StoreFolder) throws {
        guard !FileSystem.isAbsent(folder.path) else { return }
        let storage = DiskStorage(folder, imageLimit: ServerCache.defaultImageLimit)
        switch storage.open() {
        case .writer: try storage.removeFolder()
        case .reader(let error), .memory(let error): throw error
        }
    }

    /// Removes damaged, expired and empty caches, with their folders.
    ///
    /// Skips caches that any program, including this one, is using. The age of a cache without a feed counts from its
    /// last write.
    /// - Parameters:
    ///   - now: The current time.
    ///   - report: Receives the errors for caches that couldn't be validated or removed. All others are still
    ///     validated. Runs on this actor.
    /// - Throws: ``StoreError`` if the cache folder can't be listed, or `CancellationError`.
    public func validate(at now: Date, report: (any Error) -> Void = { _ in }) throws {
        try Task.checkCancellation()
        let folders = try StoreError.wrapping { try StoreFolder.all(in: cacheFolder) }
        for folder in folders {
            try Task.checkCancellation()
            do {
                try StoreError.wrapping { try validate(folder, at: now) }
            } catch {
                report(error)
            }
        }
    }

    private func validate(_ folder: StoreFolder, at now: Date) throws {
        let lastUse = folder.lastUse()
        let storage = DiskStorage(folder, imageLimit: ServerCache.defaultImageLimit)
        guard case .writer = storage.open() else { return }
        do {
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
