import Foundation
import HTTPTransport
import Synchronization
import TestSupport

/// A client that gives its answers one after the other. Each of them may be cut.
final class PartialHTTPClientSpy: PartialHTTPClient {
    enum Answer {
        case whole(DataResponse)
        /// The received part, and the error of the load.
        case cut(DataResponse, HTTPClientError)
        case failure(HTTPClientError)
    }

    private let state: Mutex<(answers: [Answer], requests: [DataRequest])>

    init(_ answers: Answer...) {
        state = Mutex((answers, []))
    }

    var requests: [DataRequest] { state.withLock { $0.requests } }

    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? .failure(HTTPClientError(.refused)) : state.answers.removeFirst()
        }
        switch answer {
        case .whole(let response): return response
        case .cut(let response, let error):
            await onPartial(response)
            throw error
        case .failure(let error): throw error
        }
    }
}

/// A store that keeps partial downloads in memory, and optionally fails.
final class PartialDownloadStoreSpy: PartialDownloadStore {
    private let state: Mutex<[URL: PartialDownload]>
    private let fails: Bool

    init(_ partials: PartialDownload..., fails: Bool = false) {
        state = Mutex(Dictionary(uniqueKeysWithValues: partials.map { ($0.url, $0) }))
        self.fails = fails
    }

    var partials: [PartialDownload] { state.withLock { Array($0.values) } }

    func retrievePartialDownload(for url: URL) async throws -> PartialDownload? {
        if fails { throw anyError() }
        return state.withLock { $0[url] }
    }

    func insert(_ partial: PartialDownload) async throws {
        if fails { throw anyError() }
        state.withLock { $0[partial.url] = partial }
    }

    func deletePartialDownload(for url: URL) async throws {
        if fails { throw anyError() }
        state.withLock { $0[url] = nil }
    }
}
