import EssentialFeed
public import EssentialFeedHTTP
public import EssentialFeedStore
public import Foundation
public import HTTPTransport
public import ImagePipeline

/// How a session works with any client and store.
public struct SessionOptions: Sendable {
    /// Returns the current time.
    public let now: @Sendable () -> Date
    /// Receives each error that doesn't make a load fail, on any thread.
    public let report: @Sendable (any Error) -> Void
    /// Whether the cache is kept when the session ends. The demo's cache isn't.
    public var keepsCache = true
    /// The number of images saved concurrently.
    public var savingWidth = 1
    /// The priority of images loaded only to be saved.
    public var savingPriority = ImagePriority.background

    /// Creates the options of a session that keeps its cache and saves images one at a time.
    public init(now: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void) {
        (self.now, self.report) = (now, report)
    }
}

/// The parameters of a session over the network and the disk, unless a client and a store are given.
public struct SessionContext: Sendable {
    /// The folder with the caches of all servers.
    public let cacheFolder: URL
    /// Proxies and certificates.
    public let network: NetworkSettings
    /// Receives, once per kind and on any thread, each error that prevents writing the cache.
    public let reportCacheError: @Sendable (StoreError) -> Void
    /// How the session works.
    public var options: SessionOptions
    /// The client and the store; `nil` for the network and the disk.
    package var infrastructure: SessionInfrastructure?
    /// The maximum size of the cached images of all servers, in bytes.
    public var imageLimit = ServerCache.defaultImageLimit
    /// Whether opening the cache waits a second for another program to finish, to become the writer.
    public var waitsForCache = true
    /// Wraps the network's client, for example to log requests.
    public var wrapClient: @Sendable (any PartialHTTPClient) -> any PartialHTTPClient = { $0 }
    /// Receives the bytes of a download so far and the expected number, on any thread.
    public var onProgress: @Sendable (_ received: Int, _ expected: Int?) -> Void = { _, _ in }

    /// Creates the context of a session that keeps its cache and saves images one at a time.
    public init(
        cacheFolder: URL, network: NetworkSettings, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void, reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) {
        (self.cacheFolder, self.network, self.reportCacheError) = (cacheFolder, network, reportCacheError)
        options = SessionOptions(now: now, report: report)
    }
}

/// A step of validating the caches or ending a session. Its raw value names it in a log.
public enum SessionStep: String, Hashable, Sendable, CaseIterable {
    /// Deletes the cached feed of this server if it has expired or is damaged.
    case validateCache = "validating the cache"
    /// Deletes the expired caches of other servers.
    case validateUnusedCaches = "validating the caches of other servers"
    /// Ends all requests and connections.
    case closeConnections = "closing connections"
    /// Deletes a temporary cache.
    case deleteCache = "deleting the cache"
    /// Closes the cache.
    case closeCache = "closing the cache"
}
