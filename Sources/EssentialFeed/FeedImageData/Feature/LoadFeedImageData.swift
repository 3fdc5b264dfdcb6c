public import Foundation
import HTTPTransport
public import ImagePipeline

/// The use case "Load feed image data": loads from the cache, or else downloads from the server and caches the data.
///
/// As the source of an `ImageLoader`, it looks up an image once: `fetch(_:)` doesn't look into the cache again. Data
/// that is due for revalidation is still delivered, and the loader has it revalidated afterwards. If the server
/// requires confirmation before use, the server is asked first; without a connection, the cached data is delivered.
public struct LoadFeedImageData: ImageSource {
    private let loadFromCache: LoadFeedImageDataFromCache
    private let download: DownloadFeedImageData
    private let revalidate: RevalidateFeedImageData
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// Composes the use case.
    /// - Parameters:
    ///   - loadFromCache: Asked first.
    ///   - download: Asked for data that isn't cached.
    ///   - revalidate: Asked about cached data that is due.
    ///   - now: Returns the current time.
    ///   - report: Receives each error that doesn't fail a load: the cache can't be read, or the server couldn't be
    ///     asked. Called on the loading task.
    public init(
        _ loadFromCache: LoadFeedImageDataFromCache, else download: DownloadFeedImageData,
        revalidating revalidate: RevalidateFeedImageData, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.loadFromCache = loadFromCache
        self.download = download
        self.revalidate = revalidate
        self.now = now
        self.report = report
    }

    /// Loads image data from the cache, or else from the server.
    /// - Throws: ``RemoteError``, or `CancellationError` if the task is cancelled.
    public func load(_ url: URL) async throws -> Data {
        let lookup: ImageLookup
        do {
            lookup = try await cached(url)
        } catch let error as FeedImageCacheError {
            report(error)
            lookup = .missing
        }
        switch lookup {
        case .found(let data): return data
        case .unconfirmed(let confirm): return try await confirm()
        case .missing: return try await fetch(url)
        }
    }

    /// Looks up image data in the cache.
    /// - Throws: ``FeedImageCacheError/failed(_:)``, or `CancellationError`.
    public func cached(_ url: URL) async throws -> ImageLookup {
        do {
            let image = try await loadFromCache.load(url)
            guard image.freshness.use(at: now()) == .revalidateFirst else { return .found(image.data) }
            return .unconfirmed { try await confirmed(image, url) }
        } catch FeedImageCacheError.notFound {
            return .missing
        }
    }

    /// Downloads image data and caches it.
    /// - Throws: ``RemoteError``, or `CancellationError`.
    public func fetch(_ url: URL) async throws -> Data {
        try await download.download(url)
    }

    /// Asks the server whether cached data is still current, if revalidation is due.
    /// - Returns: `true` if the server sent other data.
    /// - Throws: ``RemoteError``, an error of the store, or `CancellationError`; the cached data is kept.
    public func revalidateIfDue(_ url: URL) async throws -> Bool {
        try await revalidate.revalidateIfDue(url)
    }

    /// Removes cached data.
    /// - Throws: An error of the store.
    public func remove(_ url: URL) async throws {
        try await revalidate.remove(url)
    }

    private func confirmed(_ image: CachedImageData, _ url: URL) async throws -> Data {
        do {
            switch try await revalidate.revalidate(url, image.freshness) {
            case .current: return image.data
            case .replaced(let data): return data
            case .gone(let status): throw RemoteError.invalidData(.status(status))
            }
        } catch let error as RemoteError where mayUse(image, after: error) {
            report(error)
            return image.data
        }
    }

    private func mayUse(_ image: CachedImageData, after error: RemoteError) -> Bool {
        switch error {
        case .connectivity: true
        case .invalidData(.status(500...504)): image.freshness.mayBeUsedAfterServerError(at: now())
        case .invalidData: false
        }
    }
}
