import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation

/// The use cases of one server, over the network's client and the cache on disk.
nonisolated struct UseCases: Sendable {
    let loadFeed: LoadFeed
    let loadImageData: LoadFeedImageData
    let loadImageComments: LoadImageCommentsFromRemote
    let validateCache: ValidateFeedCache
    private let cache: ServerCache
    private let network: NetworkHTTPClient

    /// - Parameter report: told of what goes wrong without failing a load.
    static func open(
        _ address: ServerAddress, cacheFolder: URL, settings: NetworkSettings, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void
    ) async -> UseCases {
        let cache = await ServerCache.open(in: cacheFolder, for: address, report: report)
        let network = NetworkHTTPClient(settings: settings, server: address)
        let client = RetryingHTTPClient(
            client: network, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: now)
        return UseCases(
            loadFeed: LoadFeed(address: address, client: client, store: cache, now: now, report: report),
            loadImageData: LoadFeedImageData(client: client, store: cache, now: now, report: report),
            loadImageComments: LoadImageCommentsFromRemote(address: address, client: client),
            validateCache: ValidateFeedCache(store: cache, now: now),
            cache: cache, network: network)
    }

    /// Bytes that make no picture are given up, so that the next try asks the server (N025).
    func removeImageData(for url: URL) async throws {
        try await cache.remove(dataFor: url)
    }

    /// Validates the cache (B273) and ends what was opened.
    func close(report: @Sendable (any Error) -> Void) async {
        for step in [
            { try await validateCache.execute() }, { try await cache.close() }, { try await network.shutdown() },
        ] as [@Sendable () async throws -> Void] {
            do {
                try await step()
            } catch {
                report(error)
            }
        }
    }
}
