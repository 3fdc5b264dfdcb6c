public import Foundation
public import HTTPTransport
public import ImagePipeline

/// Loads an image's bytes from the cache or else from the server, saving what came (B165–B168).
///
/// Bytes that are due are delivered all the same, and whoever loads them has ``RevalidateFeedImageData`` ask the server
/// behind. Where the server demands to be asked first, it is; without a connection the stored bytes are delivered (N033).
public struct LoadFeedImageData: FeedImageDataLoader {
    private let loadFromCache: LoadFeedImageDataFromCache
    private let download: DownloadFeedImageData
    private let revalidate: RevalidateFeedImageData
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - now: the time that freshness is counted from (N033).
    ///   - report: told of each error that does not fail the load: a cache that cannot be read or written, a server that
    ///     could not be asked.
    public init(
        client: any HTTPClient, store: any FeedImageDataStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        loadFromCache = LoadFeedImageDataFromCache(store: store)
        download = DownloadFeedImageData(client: client, store: store, now: now, report: report)
        revalidate = RevalidateFeedImageData(client: client, store: store, now: now, report: report)
        self.now = now
        self.report = report
    }

    /// - Throws: ``RemoteError``, or `CancellationError`, whichever stage it was at (B168).
    public func execute(_ url: URL) async throws -> Data {
        do {
            let image = try await loadFromCache.image(url)
            guard image.freshness.use(at: now()) == .revalidateFirst else { return image.data }
            return try await revalidated(image, url)
        } catch LoadFeedImageDataFromCache.Failure.notFound {
            return try await download.execute(url)
        } catch LoadFeedImageDataFromCache.Failure.failed(let error) {
            report(error)
            return try await download.execute(url)
        }
    }

    private func revalidated(_ image: CachedImageData, _ url: URL) async throws -> Data {
        do {
            switch try await revalidate.execute(url, image.freshness) {
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
