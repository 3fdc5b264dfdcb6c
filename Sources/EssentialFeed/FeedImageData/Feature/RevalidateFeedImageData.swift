public import Foundation
public import HTTPTransport
import HTTPTypes

/// The use case "Revalidate feed image data": asks the server whether cached image data is still current.
///
/// - Status 304 renews the freshness of the data without rewriting its bytes, or removes the data if the server now
///   forbids caching.
/// - Status 200 with an image replaces the data, or removes it if the server forbids caching.
/// - Status 404 or 410 keeps the data: the image is gone from the server, but only the feed decides whether it is still
///   shown.
/// - Any other status, or a failed request, is an error and keeps the data.
public struct RevalidateFeedImageData: Sendable {
    /// The server's answer about cached data.
    enum Outcome: Hashable {
        case current
        case replaced(Data)
        case gone(status: Int)
    }

    private let store: any FeedImageDataStore
    private let loadFromRemote: LoadFeedImageDataFromRemote
    private let cacheImageData: CacheFeedImageData
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// Creates the use case.
    /// - Parameters:
    ///   - client: Sends the requests.
    ///   - store: The cached image data.
    ///   - now: Returns the current time, which freshness is calculated from.
    ///   - report: Receives the error if the cache can't be written, which leaves the cache unchanged. Called on the
    ///     revalidating task.
    public init(
        client: any HTTPClient, store: any FeedImageDataStore, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        loadFromRemote = LoadFeedImageDataFromRemote(client: client)
        cacheImageData = CacheFeedImageData(store: store)
        self.now = now
        self.report = report
    }

    /// Sends one request if cached data is due for revalidation.
    /// - Returns: `true` if the server sent an image to show in place of the cached one; it may look the same.
    /// - Throws: ``RemoteError``, an error of the store, or `CancellationError`; the cached data is kept.
    @discardableResult
    public func revalidateIfDue(_ url: URL) async throws -> Bool {
        try Task.checkCancellation()
        guard let freshness = try await store.retrieveFreshness(for: url), freshness.use(at: now()) != .use else {
            return false
        }
        if case .replaced = try await revalidate(url, freshness) { return true }
        return false
    }

    /// Sends one request, even if the data isn't due for revalidation.
    func revalidate(_ url: URL, _ freshness: Freshness) async throws -> Outcome {
        let requestedAt = now()
        let response = try await loadFromRemote.response(for: url, headerFields: freshness.conditionalFields)
        let receivedAt = now()
        switch response.status {
        case .notModified where freshness.isConfirmed(by: response.headerFields):
            let renewed = freshness.renewed(by: response.headerFields, requestedAt: requestedAt, receivedAt: receivedAt)
            try await saving(reportingTo: report) {
                if let renewed {
                    try await store.renew(renewed, for: url)
                } else {
                    try await store.removeImageData(for: url)
                }
            }
            return .current
        case .notFound, .gone:
            return .gone(status: response.status.code)
        default:
            let answer = try FeedImageAnswer(response, requestedAt: requestedAt, receivedAt: receivedAt)
            try await saving(reportingTo: report) {
                if let freshness = answer.freshness {
                    try await cacheImageData.save(answer.data, freshness: freshness, for: url)
                } else {
                    try await store.removeImageData(for: url)
                }
            }
            return .replaced(answer.data)
        }
    }
}
