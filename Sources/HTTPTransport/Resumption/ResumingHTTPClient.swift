import Foundation

/// Goes on with downloads of images that were cut, where they stopped (N034).
///
/// The rest is asked for with `Range` and, so that a file which changed meanwhile comes anew and whole, `If-Range`. Whoever
/// asks sees none of it: the answer is the whole one, with status 200.
public struct ResumingHTTPClient: HTTPClient {
    /// Less is not worth a file: loading it again takes about as long as asking for the rest (32 KiB).
    public static let minimumBytes = 32 << 10

    private let client: any PartialHTTPClient
    private let store: any PartialDownloadStore
    private let report: @Sendable (any Error) -> Void

    /// - Parameter report: told of a store that fails, which fails no load.
    public init(
        client: any PartialHTTPClient, store: any PartialDownloadStore,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.client = client
        self.store = store
        self.report = report
    }

    /// Sends one request, or a second one where the server does not go on properly. A request with a `Range` of its own
    /// is sent as it is.
    public func load(_ request: DataRequest) async throws -> DataResponse {
        guard request.headers["Range"] == nil else { return try await client.load(request) }
        if let partial = try await partial(for: request), let response = try await resume(request, partial) {
            return response
        }
        return try await client.load(request) { await keep(PartialDownload($0, for: request.url), request) }
    }

    /// - Returns: `nil`: the server does not go on properly, and nothing is kept any more.
    private func resume(_ request: DataRequest, _ partial: PartialDownload) async throws -> DataResponse? {
        let response: DataResponse
        do {
            response = try await client.load(request.adding(partial.conditions)) { cut in
                if let grown = partial.grown(by: cut) {
                    if grown != partial { await keep(grown, request) }
                } else {
                    await remove(request.url)
                    await keep(PartialDownload(cut, for: request.url), request)
                }
            }
        } catch let error as HTTPClientError where error.isAnswer {
            await remove(request.url)
            throw error
        }
        switch response.status {
        case 206:
            await remove(request.url)
            guard let whole = partial.grown(by: response), whole.isWhole else { break }
            return response.joined(whole)
        case 200, 304:
            await remove(request.url)
            return response
        case 416:
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
            guard let partial = try await store.retrieve(partialFor: request.url) else { return nil }
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

    private func keep(_ partial: PartialDownload?, _ request: DataRequest) async {
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
            try await store.remove(partialFor: url)
        } catch {
            report(error)
        }
    }
}

extension DataRequest {
    fileprivate func adding(_ fields: [(name: String, value: String)]) -> DataRequest {
        var headers = headers
        for (name, value) in fields { headers[name] = value }
        return DataRequest(url: url, headers: headers, maximumBytes: maximumBytes, timeLimit: timeLimit)
    }
}

extension DataResponse {
    /// The whole of which this is the rest.
    fileprivate func joined(_ whole: PartialDownload) -> DataResponse {
        var headers = headers
        headers["Content-Range"] = nil
        headers["Content-Length"] = "\(whole.total)"
        return DataResponse(url: url, status: 200, headers: headers, body: whole.bytes)
    }
}
