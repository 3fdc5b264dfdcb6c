public import Foundation
import HTTPTransport

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

    private let loadFromCache: LoadFeedImageDataFromCache
    private let loadFromRemote: LoadFeedImageDataFromRemote
    private let cacheImageData: CacheFeedImageData
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// Creates the use case of its parts.
    /// - Parameters:
    ///   - loadFromCache: Tells the freshness of the cached data.
    ///   - loadFromRemote: Asks the server.
    ///   - cacheImageData: Renews, replaces or removes the cached data.
    ///   - now: Returns the current time.
    ///   - report: Receives the error if the cache can't be written, which leaves the cache unchanged. Called on the
    ///     revalidating task.
    public init(
        _ loadFromCache: LoadFeedImageDataFromCache, from loadFromRemote: LoadFeedImageDataFromRemote,
        cachingIn cacheImageData: CacheFeedImageData, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.loadFromCache = loadFromCache
        self.loadFromRemote = loadFromRemote
        self.cacheImageData = cacheImageData
        self.now = now
        self.report = report
    }

    /// Sends one request if cached data is due for revalidation.
    /// - Returns: `true` if the server sent an image to show in place of the cached one; it may look the same.
    /// - Throws: ``RemoteError``, an error of the store, or `CancellationError`; the cached data is kept.
    @discardableResult
    public func revalidateIfDue(_ url: URL) async throws -> Bool {
        try Task.checkCancellation()
        guard let freshness = try await loadFromCache.freshness(of: url), freshness.use(at: now()) != .use else {
            return false
        }
        if case .replaced = try await revalidate(url, freshness) { return true }
        return false
    }

    /// Sends one request, even if the data isn't due for revalidation.
    func revalidate(_ url: URL, _ freshness: Freshness) async throws -> Outcome {
        let outcome: LoadFeedImageDataFromRemote.Outcome
        do {
            outcome = try await loadFromRemote.load(url, ifChangedSince: freshness)
        } catch RemoteError.invalidData(.status(let status)) where status == 404 || status == 410 {
            return .gone(status: status)
        }
        switch outcome {
        case .notModified(let renewed):
            try await saving(reportingTo: report) { try await cacheImageData.renew(renewed, for: url) }
            return .current
        case .image(let data, let freshness):
            try await saving(reportingTo: report) {
                if let freshness {
                    try await cacheImageData.save(data, freshness: freshness, for: url)
                } else {
                    try await cacheImageData.remove(url)
                }
            }
            return .replaced(data)
        }
    }

    /// Removes cached data.
    func remove(_ url: URL) async throws {
        try await cacheImageData.remove(url)
    }
}
