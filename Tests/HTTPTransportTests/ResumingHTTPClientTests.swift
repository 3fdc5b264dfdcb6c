import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct ResumingHTTPClientTests {
    private let log = ErrorLog()
    private let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    private let request = DataRequest(url: anyURL(), maximumBytes: 200_000, timeLimit: .seconds(1))

    @Test func `A conditional request stays conditional`() async throws {
        let conditional = DataRequest(
            url: anyURL(), headerFields: [.ifNoneMatch: "\"b\""], maximumBytes: 200_000, timeLimit: .seconds(1))
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.whole(answer(304)))
        let response = try await ResumingHTTPClient(client: client, store: store).load(conditional)
        #expect(response.status == 304)
        #expect(client.requests.map { $0.headerFields[.ifNoneMatch] } == ["\"b\""])
        #expect(client.requests.map { $0.headerFields[.range] } == ["bytes=40000-"])
        #expect(store.partials.isEmpty, "the file of the partial download has changed")
    }

    @Test func `A request with a range of its own is sent as it is`() async throws {
        let own = DataRequest(
            url: anyURL(), headerFields: [.range: "bytes=1-2"], maximumBytes: 200_000, timeLimit: .seconds(1))
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.cut(first(50_000), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) {
            try await ResumingHTTPClient(client: client, store: store).load(own)
        }
        #expect(client.requests == [own])
        #expect(store.partials == [partial(40_000)])
    }

    @Test func `The limit applies to the whole download`() async throws {
        let small = DataRequest(url: anyURL(), maximumBytes: 99_999, timeLimit: .seconds(1))
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.failure(HTTPClientError(.tooLarge(limit: 99_999))))
        await #expect(throws: HTTPClientError.self) {
            try await ResumingHTTPClient(client: client, store: store).load(small)
        }
        #expect(client.requests == [small], "the whole would be too large, so no range of it is requested")
        #expect(store.partials.isEmpty)
        let cut = PartialHTTPClientSpy(.cut(first(40_000), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) {
            try await ResumingHTTPClient(client: cut, store: store).load(small)
        }
        #expect(store.partials.isEmpty)
    }

    @Test func `A partial download is removed when the missing bytes are refused for their size`() async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.failure(HTTPClientError(.tooLarge(limit: 200_000))))
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(client.requests.count == 1)
        #expect(store.partials.isEmpty)
    }

    @Test func `Missing bytes with a content coding are refused`() async throws {
        var coded = rest(40_000).headerFields
        coded[.contentEncoding] = "gzip"
        let wrong = answer(206, body.dropFirst(40_000), headerFields: coded)
        let client = PartialHTTPClientSpy(.whole(wrong), .whole(answer(200, body)))
        #expect(try await load(client, PartialDownloadStoreSpy(partial(40_000))).body == body)
        #expect(client.requests.map { $0.headerFields[.range] } == ["bytes=40000-", nil])
    }

    @Test func `A store's error is reported, and the load continues without the store`() async throws {
        let store = PartialDownloadStoreSpy(fails: true)
        let client = PartialHTTPClientSpy(.whole(answer(200, body)), .cut(first(40_000), HTTPClientError(.cut)))
        #expect(try await load(client, store).body == body)
        #expect(log.errors.count == 1)
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(log.errors.count == 3)
    }

    private func load(_ client: PartialHTTPClientSpy, _ store: PartialDownloadStoreSpy) async throws -> DataResponse {
        try await ResumingHTTPClient(client: client, store: store, report: log.report).load(request)
    }

    private func partial(_ count: Int) -> PartialDownload {
        PartialDownload(url: anyURL(), entityTag: "\"a\"", bytes: body.prefix(count), total: body.count)
    }

    private func first(_ count: Int) -> DataResponse {
        answer(200, body.prefix(count), headerFields: [.eTag: "\"a\"", .contentLength: "100000"])
    }

    private func rest(_ first: Int) -> DataResponse {
        answer(
            206, body.dropFirst(first), headerFields: [.eTag: "\"a\"", .contentRange: "bytes \(first)-99999/100000"])
    }
}
