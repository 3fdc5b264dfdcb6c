public import Foundation
public import HTTPTransport

/// The use case "Download feed image data": downloads from the server without looking into the cache, and caches the
/// data.
///
/// ``LoadFeedImageData`` looks into the cache first. ``LoadFeedImageDataFromRemote`` neither checks nor caches.
public struct DownloadFeedImageData: Sendable {
    private let loadFromRemote: LoadFeedImageDataFromRemote
    private let cacheImageData: CacheFeedImageData
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// Creates the use case.
    /// - Parameters:
    ///   - client: Sends the requests.
    ///   - store: The cached image data.
    ///   - now: Returns the current time, which freshness is calculated from.
    ///   - report: Receives the error if the cache can't be written, which doesn't fail the download. Called on the
    ///     downloading task.
    public init(
        client: any HTTPClient, store: any FeedImageDataStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        loadFromRemote = LoadFeedImageDataFromRemote(client: client)
        cacheImageData = CacheFeedImageData(store: store)
        self.now = now
        self.report = report
    }

    /// Downloads image data and caches it, unless the server forbids caching. Rejects data that isn't a complete image.
    /// - Throws: ``RemoteError``, or `CancellationError`.
    public func download(_ url: URL) async throws -> Data {
        let requestedAt = now()
        let response = try await loadFromRemote.response(for: url)
        let answer = try FeedImageAnswer(response, requestedAt: requestedAt, receivedAt: now())
        try await saving(reportingTo: report) {
            guard let freshness = answer.freshness else { return }
            try await cacheImageData.save(answer.data, freshness: freshness, for: url)
        }
        return answer.data
    }
}
