public import Foundation

/// The use case "Download feed image data": loading from the server, decorated with caching. Doesn't look into the
/// cache.
public struct DownloadFeedImageData: Sendable {
    private let loadFromRemote: LoadFeedImageDataFromRemote
    private let cacheImageData: CacheFeedImageData
    private let report: @Sendable (any Error) -> Void

    /// Decorates loading from the server with caching.
    /// - Parameters:
    ///   - loadFromRemote: Loads the data.
    ///   - cacheImageData: Caches it.
    ///   - report: Receives the error if the cache can't be written, which doesn't fail the download. Called on the
    ///     downloading task.
    public init(
        _ loadFromRemote: LoadFeedImageDataFromRemote, cachingIn cacheImageData: CacheFeedImageData,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.loadFromRemote = loadFromRemote
        self.cacheImageData = cacheImageData
        self.report = report
    }

    /// Downloads image data and caches it, unless the server forbids caching.
    /// - Throws: ``RemoteError``, or `CancellationError`.
    public func download(_ url: URL) async throws -> Data {
        let (data, mayBeCached) = try await loadFromRemote.load(url)
        if mayBeCached {
            try await reportingErrors(to: report) { try await cacheImageData.save(data, for: url) }
        }
        return data
    }
}
