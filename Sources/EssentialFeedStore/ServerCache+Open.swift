public import EssentialFeed
public import Foundation

extension ServerCache {
    /// How often a cache that another program writes to is tried, and how long to wait in between: 1 s in all (N013).
    private static let attempts = (count: 50, interval: Duration.milliseconds(20))

    /// Opens the cache of a server. Always succeeds: where the disk cannot be used, the cache goes on reading, or in
    /// memory, and says so (B170). What it may do is its ``access()``.
    ///
    /// - Parameters:
    ///   - cacheFolder: what the caches of all servers are in; created, with mode 0700, where it is missing.
    ///   - imageLimit: the most bytes that all stored images in the cache folder may have, other servers' too (N027).
    ///   - clock: measures the wait for another program to finish. A task that is cancelled meanwhile waits no longer.
    ///   - report: told why the cache cannot be written, now or later; of each kind of trouble once.
    public static func open(
        in cacheFolder: URL, for address: ServerAddress, imageLimit: Int = defaultImageLimit,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async -> ServerCache {
        let report = TroubleReport(report)
        let folder = StoreFolder(in: cacheFolder, for: address)
        let disk = DiskStorage(folder, imageLimit: imageLimit, sharedLimit: SharedImageLimit(besides: folder))
        let cache = ServerCache(DegradingStorage(disk, imageLimit: imageLimit, report: report))
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
        if let trouble = access.trouble { report(trouble) }
        return cache
    }

    /// Opens the cache of a server for the work, and closes it when the work has returned or thrown.
    /// - Parameter report: called with each reason why the cache cannot be written, or closed.
    /// - Throws: what the work throws.
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
