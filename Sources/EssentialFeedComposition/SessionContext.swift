public import EssentialFeedHTTP
public import EssentialFeedStore
public import Foundation
public import HTTPTransport
public import ImagePipeline

/// The parameters that a session gets from its program.
public struct SessionContext: Sendable {
    /// The folder with the caches of all servers.
    public let cacheFolder: URL
    /// Proxies and certificates.
    public let network: NetworkSettings
    /// Returns the current time.
    public let now: @Sendable () -> Date
    /// Receives each error that doesn't make a load fail, on any thread.
    public let report: @Sendable (any Error) -> Void
    /// Receives, once per kind and on any thread, each error that prevents writing the cache.
    public let reportCacheError: @Sendable (StoreError) -> Void

    /// Whether the cache is kept when the session ends. The demo's cache isn't.
    public var keepsCache = true
    /// The maximum size of the cached images of all servers, in bytes.
    public var imageLimit = ServerCache.defaultImageLimit
    /// The number of images that are saved concurrently.
    public var savingWidth = 1
    /// The priority of images that are loaded only to be saved.
    public var savingPriority = ImagePriority.background
    /// Wraps the network's client, for example to log requests.
    public var wrapClient: @Sendable (any PartialHTTPClient) -> any PartialHTTPClient = { $0 }
    /// Receives the bytes of a download so far and the expected number, on any thread.
    public var onProgress: @Sendable (_ received: Int, _ expected: Int?) -> Void = { _, _ in }
    /// Writes how long each stage of each image takes.
    public var trace: TraceWriter?

    /// Creates the context of a session that keeps its cache and saves images one at a time.
    public init(
        cacheFolder: URL, network: NetworkSettings, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void, reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) {
        self.cacheFolder = cacheFolder
        self.network = network
        self.now = now
        self.report = report
        self.reportCacheError = reportCacheError
    }
}
