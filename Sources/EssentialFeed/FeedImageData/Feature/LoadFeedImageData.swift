public import Foundation
public import ImagePipeline

/// The use case "Load feed image data": loads from the cache, or else downloads from the server and caches the data.
///
/// An image's URL identifies its bytes: cached data is never compared with the server's. As the source of an
/// `ImageLoader`, the use case looks up an image once: `fetch(_:)` doesn't look into the cache again.
public struct LoadFeedImageData: ImageSource {
    private let loadFromCache: LoadFeedImageDataFromCache
    private let download: DownloadFeedImageData
    private let cacheImageData: CacheFeedImageData
    private let report: @Sendable (any Error) -> Void

    /// Composes the use case.
    /// - Parameters:
    ///   - loadFromCache: Asked first.
    ///   - download: Asked for data that isn't cached.
    ///   - cacheImageData: Removes cached data that can't be decoded.
    ///   - report: Receives the error if the cache can't be read, which doesn't fail a load. Called on the loading
    ///     task.
    public init(
        _ loadFromCache: LoadFeedImageDataFromCache, else download: DownloadFeedImageData,
        cachingIn cacheImageData: CacheFeedImageData, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.loadFromCache = loadFromCache
        self.download = download
        self.cacheImageData = cacheImageData
        self.report = report
    }

    /// Loads image data from the cache, or else from the server.
    /// - Throws: ``RemoteError``, or `CancellationError` if the task is cancelled.
    public func load(_ url: URL) async throws -> Data {
        do {
            if let data = try await cached(url) { return data }
        } catch let error as FeedImageCacheError {
            report(error)
        }
        return try await fetch(url)
    }

    /// Returns image data from the cache, or `nil` if none is cached.
    /// - Throws: ``FeedImageCacheError/failed(_:)``, or `CancellationError`.
    public func cached(_ url: URL) async throws -> Data? {
        do {
            return try await loadFromCache.load(url)
        } catch FeedImageCacheError.notFound {
            return nil
        }
    }

    /// Downloads image data and caches it.
    /// - Throws: ``RemoteError``, or `CancellationError`.
    public func fetch(_ url: URL) async throws -> Data { try await download.download(url) }

    /// Removes cached data.
    /// - Throws: An error of the store.
    public func remove(_ url: URL) async throws { try await cacheImageData.remove(url) }
}
