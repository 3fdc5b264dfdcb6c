public import EssentialFeed
import Files
public import Foundation

/// Measures and deletes the caches of all servers in a cache folder.
public actor ServerCaches {
    private let cacheFolder: URL
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates the object without opening or changing anything.
    /// - Parameter cacheFolder: The folder for all servers' caches.
    public init(in cacheFolder: URL) {
        self.cacheFolder = cacheFolder
    }

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
        let storage = DiskStorage(folder, imageLimit: CacheLimits.images)
        switch storage.open() {
        case .writer: try storage.removeFolder()
        case .reader(let error), .memory(let error): throw error
        }
    }
}
