public import EssentialFeed
public import Foundation

/// The caches of all servers in a cache folder: how much each of them takes, and their deletion.
public actor ServerCaches {
    private let cacheFolder: URL
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates the object without opening or changing anything.
    /// - Parameter cacheFolder: The folder for the caches of all servers.
    public init(in cacheFolder: URL) {
        self.cacheFolder = cacheFolder
    }

    /// Returns the bytes of a server's cache on the disk; 0 if it has none.
    /// - Throws: ``StoreError`` if the disk can't be read.
    public func byteCount(of server: ServerAddress) throws -> Int {
        try StoreError.wrapping { try StoreFolder(in: cacheFolder, for: server).byteCount() }
    }

    /// Returns the bytes of all caches on the disk, also of servers that nobody remembers.
    /// - Throws: ``StoreError`` if the disk can't be read.
    public func byteCount() throws -> Int {
        try StoreError.wrapping { try StoreFolder.all(in: cacheFolder).reduce(0) { try $0 + $1.byteCount() } }
    }

    /// Deletes the cache of a server with its folder.
    /// - Throws: ``StoreError``; of kind ``StoreError/Kind/inUse`` if a program uses the cache, this one included.
    public func delete(of server: ServerAddress) throws {
        try delete(StoreFolder(in: cacheFolder, for: server))
    }

    /// Deletes the caches of all servers but one, also of those that nobody remembers.
    /// - Parameter kept: The server whose cache stays, because this program uses it.
    /// - Returns: Why single caches couldn't be deleted; the others are deleted all the same.
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
