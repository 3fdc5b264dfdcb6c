public import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
public import Foundation
public import HTTPTransport

// The composition that all programs share: the stories, each put together from its use cases, and the outside world.

extension LoadFeed {
    /// The feed from the server, then saved; else the saved feed. `report` receives each error of the cache, which
    /// doesn't fail the load, on its executor.
    public init(
        address: ServerAddress, client: any HTTPClient, store: any FeedStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let fromRemote = LoadFeedFromRemote(client: client)
        let cacheFeed = CacheFeed(store: store, now: now)
        let loadMore = LoadMoreFeed(address: address, fromRemote, cacheFeed: cacheFeed, now: now, report: report)
        self.init(
            CachingFeedLoader(fromRemote, store: store, cacheFeed: cacheFeed, loadMore: loadMore),
            else: CachedFeedLoader(LoadFeedFromCache(store: store, now: now), loadMore: loadMore))
    }
}

extension LoadFeedImageData {
    /// The cached image data; else the server's, then cached. `report` receives each error of the cache, which doesn't
    /// fail a load, on its task.
    public init(
        client: any HTTPClient, store: any FeedImageDataStore,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        let cache = CacheFeedImageData(store: store)
        let download = DownloadFeedImageData(
            LoadFeedImageDataFromRemote(client: client), cachingIn: cache, report: report)
        self.init(LoadFeedImageDataFromCache(store: store), else: download, cachingIn: cache, report: report)
    }
}

extension SessionInfrastructure {
    /// The network, with repeated requests and resumed downloads, and the cache on the disk.
    static func networkAndDisk(
        of address: ServerAddress, signIn: @escaping @Sendable () async -> SignIn?, in context: SessionContext
    ) async -> SessionInfrastructure {
        let (now, report) = (context.options.now, context.options.report)
        let cache = await ServerCache.open(
            in: context.cacheFolder, for: address, imageLimit: context.imageLimit,
            waits: context.waitsForCache, report: context.reportCacheError)
        let network = NetworkHTTPClient(
            settings: context.network, server: address, progress: context.onProgress,
            signIn: { await signIn()?.authorization })
        let transport = context.wrapClient(network)
        func retrying(_ client: any HTTPClient) -> any HTTPClient {
            RetryingHTTPClient(client: client, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: now)
        }
        var infrastructure = SessionInfrastructure(
            client: retrying(transport),
            imageClient: retrying(ResumingHTTPClient(client: transport, store: cache, report: report)), cache: cache)
        infrastructure.disconnect = network.shutdown
        infrastructure.validateUnusedCaches = {
            try await ServerCaches(in: context.cacheFolder).validate(at: now(), report: report)
        }
        return infrastructure
    }
}

extension SessionContext {
    /// For requests outside a session to a server's URLs, which leave nothing on the disk. The closure must not keep
    /// the client.
    package func withClient<Value>(
        of server: ServerAddress? = nil, isolation: isolated (any Actor)? = #isolation,
        _ work: (any HTTPClient) async throws -> Value
    ) async throws -> Value {
        if let infrastructure { return try await work(infrastructure.client) }
        return try await NetworkHTTPClient.withClient(settings: network, server: server) { try await work($0) }
    }
}
