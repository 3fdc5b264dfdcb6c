import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct ResumingHTTPClientTests {
    private let log = ErrorLog()
    private let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    private let request = DataRequest(url: anyURL(), maximumBytes: 200_000, timeLimit: .seconds(1))

    @Test func `Without a partial download the request is sent as it is, and a cut response is stored`() async throws {
        let store = PartialDownloadStoreSpy()
        let client = PartialHTTPClientSpy(.cut(first(40_000), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(client.requests == [request])
        #expect(store.partials == [partial(40_000)])
    }

    @Test
    func `The missing bytes are appended to the partial download and delivered as the whole response`() async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.whole(rest(40_000)))
        let response = try await load(client, store)
        #expect(response.status == 200)
        #expect(response.body == body)
        #expect(response.isDelimited)
        #expect(response.headerFields[.contentRange] == nil)
        #expect(response.headerFields[.contentLength] == "100000")
        #expect(response.headerFields[.eTag] == "\"a\"")
        #expect(
            client.requests.map(\.headerFields) == [
                [.range: "bytes=40000-", .ifRange: "\"a\"", .acceptEncoding: "identity"]
            ])
        #expect(store.partials.isEmpty)
    }

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

    @Test
    func `A partial download is removed when the missing bytes are cut and belong to another file`() async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.cut(rest(40_000, tag: "\"b\""), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(store.partials.isEmpty)
    }

    @Test func `A partial download is removed when more bytes arrive than are missing`() async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let long = answer(206, body.dropFirst(39_000), headerFields: rest(40_000).headerFields)
        await #expect(throws: HTTPClientError.self) {
            try await load(PartialHTTPClientSpy(.cut(long, HTTPClientError(.cut))), store)
        }
        #expect(store.partials.isEmpty)
    }

    @Test func `If fewer bytes arrive than are missing, the whole is loaded again`() async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let short = answer(206, body.dropFirst(40_000).prefix(10_000), headerFields: rest(40_000).headerFields)
        let client = PartialHTTPClientSpy(.whole(short), .whole(answer(200, body)))
        #expect(try await load(client, store).body == body)
        #expect(store.partials.isEmpty)
    }

    @Test("A cut response with a content coding isn't stored, because its bytes aren't those of the file")
    func loadKeepsNothingCoded() async throws {
        let store = PartialDownloadStoreSpy()
        var coded = first(40_000).headerFields
        coded[.contentEncoding] = "gzip"
        let cut = answer(200, body.prefix(40_000), headerFields: coded)
        await #expect(throws: HTTPClientError.self) {
            try await load(PartialHTTPClientSpy(.cut(cut, HTTPClientError(.cut))), store)
        }
        #expect(store.partials.isEmpty)
    }

    @Test(arguments: [200, 416])
    func `A partial download is removed when the file has changed`(status: Int) async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.whole(answer(status, Data("new".utf8))), .failure(HTTPClientError(.refused)))
        do {
            #expect(try await load(client, store).body == Data("new".utf8))
            #expect(status == 200)
        } catch {
            #expect(status == 416)
        }
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

    @Test func `A partial download outlasts failures that don't concern it`() async throws {
        let store = PartialDownloadStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(
            .failure(HTTPClientError(.refused)), .failure(HTTPClientError(.timeout)), .whole(answer(503)))
        for _ in 0..<2 { await #expect(throws: HTTPClientError.self) { try await load(client, store) } }
        #expect(try await load(client, store).status == 503)
        #expect(store.partials == [partial(40_000)])
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

    private func rest(_ first: Int, tag: String = "\"a\"") -> DataResponse {
        answer(206, body.dropFirst(first), headerFields: [.eTag: tag, .contentRange: "bytes \(first)-99999/100000"])
    }
}
