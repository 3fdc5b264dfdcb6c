public import Foundation
import HTTPTypes

/// A client that resumes interrupted downloads.
///
/// It requests the missing bytes with `Range`, and sends `If-Range` to get a changed file in full. This is transparent
/// to the caller, which receives the complete response with status 200.
public struct ResumingHTTPClient: HTTPClient {
    /// The minimum length of a stored partial download: 32 KiB. Loading less again takes about as long as requesting
    /// the rest.
    public static let minimumBytes = 32 << 10

    private let client: any PartialHTTPClient
    private let store: any PartialDownloadStore
    private let report: @Sendable (any Error) -> Void

    /// Creates a client that keeps partial downloads in a store.
    /// - Parameters:
    ///   - client: The client that sends the requests.
    ///   - store: Where partial downloads are kept.
    ///   - report: Receives each error of the store. Such an error doesn't fail the load. Called on any thread.
    public init(
        client: any PartialHTTPClient, store: any PartialDownloadStore,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.client = client
        self.store = store
        self.report = report
    }

    /// Resumes the stored download for the URL, or loads the whole file if there is none.
    ///
    /// Sends a second request if the server doesn't continue the download properly. A request that already has a
    /// `Range` is sent unchanged.
    public func load(_ request: DataRequest) async throws -> DataResponse {
        guard request.headerFields[.range] == nil else { return try await client.load(request) }
        if let partial = try await partial(for: request), let response = try await resume(partial, with: request) {
            return response
        }
        return try await client.load(request) { await save(PartialDownload($0, for: request.url), of: request) }
    }

    /// Returns the complete response, or `nil` if the server doesn't continue the download properly. In that case, the
    /// partial download is removed.
    private func resume(_ partial: PartialDownload, with request: DataRequest) async throws -> DataResponse? {
        let response: DataResponse
        do {
            response = try await client.load(request.setting(partial.rangeFields)) { cut in
                if let longer = partial.appending(cut) {
                    if longer != partial { await save(longer, of: request) }
                } else {
                    await remove(request.url)
                    await save(PartialDownload(cut, for: request.url), of: request)
                }
            }
        } catch let error as HTTPClientError where error.isUnusableResponse {
            await remove(request.url)
            throw error
        }
        switch response.status {
        case .partialContent:
            await remove(request.url)
            guard let whole = partial.appending(response), whole.isWhole else { break }
            return response.replaced(by: whole)
        case .ok, .notModified:
            await remove(request.url)
            return response
        case .rangeNotSatisfiable:
            await remove(request.url)
        default:
            return response
        }
        try Task.checkCancellation()
        return nil
    }

    // MARK: Store

    private func partial(for request: DataRequest) async throws -> PartialDownload? {
        do {
            guard let partial = try await store.retrievePartialDownload(for: request.url) else { return nil }
            guard partial.total <= request.maximumBytes else {
                await remove(request.url)
                return nil
            }
            return partial
        } catch {
            try Task.checkCancellation()
            report(error)
            return nil
        }
    }

    private func save(_ partial: PartialDownload?, of request: DataRequest) async {
        guard let partial, partial.bytes.count >= Self.minimumBytes, partial.total <= request.maximumBytes else {
            return
        }
        do {
            try await store.insert(partial)
        } catch {
            report(error)
        }
    }

    private func remove(_ url: URL) async {
        do {
            try await store.deletePartialDownload(for: url)
        } catch {
            report(error)
        }
    }
}

extension DataResponse {
    /// Returns the response the server would have sent for the whole download.
    fileprivate func replaced(by whole: PartialDownload) -> DataResponse {
        var headerFields = headerFields
        headerFields[.contentRange] = nil
        headerFields[.contentLength] = "\(whole.total)"
        return DataResponse(url: url, status: .ok, headerFields: headerFields, body: whole.bytes)
    }
}

extension DataResponse {
    var hasIdentityCoding: Bool {
        ["", "identity"].contains(headerFields[.contentEncoding]?.lowercased() ?? "")
    }

    /// The entity tag if it is well-formed and strong, so that equal tags mean equal bytes (RFC 9110, 8.8.3).
    var strongEntityTag: String? {
        guard let tag = headerFields[.eTag], tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
            tag.utf8.dropFirst().dropLast().allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F })
        else { return nil }
        return tag
    }
}

/// A store of partial downloads, which may remove any of them at any time to stay within its limits.
public protocol PartialDownloadStore: Sendable {
    /// Returns the partial download stored for a URL, or `nil` if there is none.
    func retrievePartialDownload(for url: URL) async throws -> PartialDownload?
    /// Stores a partial download, replacing any earlier one for its URL.
    ///
    /// Stores it even if the calling task was cancelled, because cancellation is one way to cut a download.
    func insert(_ partial: PartialDownload) async throws
    /// Deletes the partial download of a URL, if there is one.
    func deletePartialDownload(for url: URL) async throws
}

/// A client that also passes on the received part of a cut response.
public protocol PartialHTTPClient: HTTPClient {
    /// Loads a response like ``HTTPClient/load(_:)``, and passes on the received part of a cut response.
    /// - Parameters:
    ///   - request: The request to send.
    ///   - onPartial: Receives the head and the first bytes of an incomplete response with status 200 or 206 and no
    ///     content coding, after the connection was cut, the task was cancelled or the time limit expired. The closure
    ///     runs in a task that isn't cancelled; the call waits for the closure before throwing.
    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse
}

extension PartialHTTPClient {
    /// Loads a response without passing on the part of a cut one.
    public func load(_ request: DataRequest) async throws -> DataResponse { try await load(request) { _ in } }
}
