public import EssentialFeed
public import Foundation

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
    ///   - imageLimit: The limit, in bytes, for all cached images in the cache folder, including other servers' images.
    ///   - clock: Measures the wait for another program to finish. Cancelling the task ends the wait.
    ///   - report: Receives the reason if the cache can't be written, now or later; each kind of error once. Runs on
    ///     the caller's executor or on the cache's queue.
    public static func open(
        in cacheFolder: URL, for address: ServerAddress, imageLimit: Int = defaultImageLimit,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async -> ServerCache {
        let report = ReportOnce(report)
        let folder = StoreFolder(in: cacheFolder, for: address)
        let disk = DiskStorage(folder, imageLimit: imageLimit, imageShare: ServerImageShare(besides: folder))
        let cache = ServerCache(MemoryFallback(for: disk, imageLimit: imageLimit, report: report))
        var access = await cache.access()
        var attempt = 0
        while access.isInUse, attempt < attempts.count, !Task.isCancelled {
            attempt += 1
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
    /// - Parameter report: Receives errors that prevent the cache from being written or closed.
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
    /// Returns whether a feed from the server has been cached.
    /// - Parameters:
    ///   - folder: The folder for all servers' caches.
    ///   - address: The server's address.
    public static func exists(in folder: URL, for address: ServerAddress) -> Bool {
        FileManager.default.fileExists(atPath: StoreFolder(in: folder, for: address).database)
    }
}
