public import Foundation
public import HTTPTransport
import HTTPTypes

/// Asks the server whether stored bytes of an image are still current (N033).
///
/// - An answer with status 304 renews their freshness; no body comes and none is written.
/// - One with status 200 and an image replaces them, or removes them where it forbids to store it.
/// - One with status 404 or 410 leaves them: a friend took the picture off the server, and the feed, not this request,
///   says whether it is still to be seen.
/// - Any other, or none, leaves them too, and is an error.
public struct RevalidateFeedImageData: Sendable {
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

    /// - Parameter report: told of a cache that does not take what came, which stays as it is then.
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

    /// Sends one request if the bytes are due, and none otherwise, or where none are stored.
    /// - Returns: whether the server sent a picture, which need not look different, to be shown in place of the stored
    ///   one.
    /// - Throws: ``RemoteError``, an error of the store, or `CancellationError`; the stored bytes stay.
    @discardableResult
    public func execute(_ url: URL) async throws -> Bool {
        try Task.checkCancellation()
        guard let freshness = try await store.retrieveFreshness(for: url), freshness.use(at: now()) != .use else {
            return false
        }
        if case .replaced = try await execute(url, freshness) { return true }
        return false
    }

    /// Sends one request, due or not.
    func execute(_ url: URL, _ freshness: Freshness) async throws -> Outcome {
        let requestedAt = now()
        let response = try await loadFromRemote.ask(url, headerFields: freshness.conditionalFields)
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
                    try await cacheImageData.execute(answer.data, freshness: freshness, for: url)
                } else {
                    try await store.removeImageData(for: url)
                }
            }
            return .replaced(answer.data)
        }
    }
}
