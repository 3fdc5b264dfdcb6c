public import EssentialFeed
public import Foundation

extension ServerCache {
    /// How often, and at what interval, opening retries a cache that another program writes to: for 1 s in all.
    private static let attempts = (count: 50, interval: Duration.milliseconds(20))

    /// Opens the cache of a server.
    ///
    /// This always succeeds: if the disk can't be used, the cache only reads, or works in memory, and reports the reason.
    /// Its ``access()`` says what it may do.
    ///
    /// - Parameters:
    ///   - cacheFolder: The folder for the caches of all servers; created, with mode 0700, if it doesn't exist.
    ///   - imageLimit: The most bytes that all cached images in the cache folder may have, other servers' included.
    ///   - clock: Measures the wait for another program to finish. A task that is cancelled meanwhile stops waiting.
    ///   - report: Receives the reasons why the cache can't be written, now or later, each kind of error once. Runs on
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

    /// Opens the cache of a server for the work, and closes it when the work has returned or thrown.
    /// - Parameter report: Receives the reasons why the cache can't be written or closed.
    /// - Throws: The error of the work.
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
