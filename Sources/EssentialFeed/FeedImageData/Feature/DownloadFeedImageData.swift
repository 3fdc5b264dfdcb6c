public import Foundation
public import HTTPTransport
public import ImagePipeline

/// Loads an image's bytes from the server, whatever the cache has, and saves what came.
public struct DownloadFeedImageData: FeedImageDataLoader {
    private let loadFromRemote: LoadFeedImageDataFromRemote
    private let cacheImageData: CacheFeedImageData
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - now: the time that freshness is counted from (N033).
    ///   - report: told of a cache that cannot be written, which does not fail the load (B167).
    public init(
        client: any HTTPClient, store: any FeedImageDataStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        loadFromRemote = LoadFeedImageDataFromRemote(client: client)
        cacheImageData = CacheFeedImageData(store: store)
        self.now = now
        self.report = report
    }

    /// What is no image is refused (N023, N023a), and what the server forbids to store is not (N033).
    /// - Throws: ``RemoteError``, or `CancellationError`.
    public func execute(_ url: URL) async throws -> Data {
        let requestedAt = now()
        let response = try await loadFromRemote.ask(url)
        let answer = try FeedImageAnswer(response, requestedAt: requestedAt, receivedAt: now())
        try await saving(reportingTo: report) {
            guard let freshness = answer.freshness else { return }
            try await cacheImageData.execute(answer.data, freshness: freshness, for: url)
        }
        return answer.data
    }
}
