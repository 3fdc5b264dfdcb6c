public import Foundation

/// Loads an image's bytes from the cache or else from the server, saving what came (B165–B168).
public struct LoadFeedImageData: FeedImageDataLoader {
    private let loadFromCache: LoadFeedImageDataFromCache
    private let loadFromRemote: LoadFeedImageDataFromRemote
    private let cacheImageData: CacheFeedImageData
    private let report: @Sendable (any Error) -> Void

    /// - Parameter report: told of each error that does not fail the load: a cache that cannot be read or written.
    public init(
        client: any HTTPClient, store: any FeedImageDataStore,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        loadFromCache = LoadFeedImageDataFromCache(store: store)
        loadFromRemote = LoadFeedImageDataFromRemote(client: client)
        cacheImageData = CacheFeedImageData(store: store)
        self.report = report
    }

    /// - Throws: ``RemoteError``, or `CancellationError`, whichever stage it was at (B168).
    public func execute(_ url: URL) async throws -> Data {
        do {
            return try await loadFromCache.execute(url)
        } catch LoadFeedImageDataFromCache.Failure.notFound {
            return try await executeRemote(url)
        } catch LoadFeedImageDataFromCache.Failure.failed(let error) {
            report(error)
            return try await executeRemote(url)
        }
    }

    private func executeRemote(_ url: URL) async throws -> Data {
        let response = try await loadFromRemote.load(url)
        guard let format = ImageFormat(of: response.body) else { throw RemoteError.invalidData(.notAnImage) }
        guard response.isDelimited || format.isWhole(response.body) else {
            throw RemoteError.connectivity(HTTPClientError(.cut))
        }
        do {
            try await cacheImageData.execute(response.body, for: url)
        } catch {
            try Task.checkCancellation()
            report(error)
        }
        try Task.checkCancellation()
        return response.body
    }
}
