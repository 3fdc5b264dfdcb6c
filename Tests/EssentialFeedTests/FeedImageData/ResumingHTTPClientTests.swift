import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct ResumingHTTPClientTests {
    private let log = ErrorLog()
    private let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    private let request = DataRequest(url: anyURL(), maximumBytes: 200_000, timeLimit: .seconds(1))

    @Test("N034 A plain load sends the request as it is, and keeps what came of a cut answer")
    func test_load_keepsCutAnswer() async throws {
        let store = FeedImagePartialStoreSpy()
        let client = PartialHTTPClientSpy(.cut(first(40_000), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(client.requests == [request])
        #expect(store.partials == [partial(40_000)])
    }

    @Test("N034 The rest is joined with what is kept, and delivered as the whole answer")
    func test_load_deliversWholeAnswer() async throws {
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.whole(rest(40_000)))
        let response = try await load(client, store)
        #expect(response.status == 200)
        #expect(response.body == body)
        #expect(response.isDelimited)
        #expect(response.headers["Content-Range"] == nil)
        #expect(response.headers["Content-Length"] == "100000")
        #expect(response.headers["ETag"] == "\"a\"")
        #expect(
            client.requests.map(\.headers) == [
                ["Range": "bytes=40000-", "If-Range": "\"a\"", "Accept-Encoding": "identity"]
            ])
        #expect(store.partials.isEmpty)
    }

    @Test("N034 A conditional request stays one")
    func test_load_keepsHeadersOfRequest() async throws {
        let conditional = DataRequest(
            url: anyURL(), headers: ["If-None-Match": "\"b\""], maximumBytes: 200_000, timeLimit: .seconds(1))
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.whole(answer(304)))
        let response = try await ResumingHTTPClient(client: client, store: store).load(conditional)
        #expect(response.status == 304)
        #expect(client.requests.map { $0.headers["If-None-Match"] } == ["\"b\""])
        #expect(client.requests.map { $0.headers["Range"] } == ["bytes=40000-"])
        #expect(store.partials.isEmpty, "what was kept is of a file that is not there any more")
    }

    @Test("N034 A request with a range of its own is sent as it is")
    func test_load_leavesRangeOfRequest() async throws {
        let own = DataRequest(
            url: anyURL(), headers: ["Range": "bytes=1-2"], maximumBytes: 200_000, timeLimit: .seconds(1))
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.cut(first(50_000), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) {
            try await ResumingHTTPClient(client: client, store: store).load(own)
        }
        #expect(client.requests == [own])
        #expect(store.partials == [partial(40_000)])
    }

    @Test("N008 N034 The limit is that of the whole")
    func test_load_obeysLimitOfWhole() async throws {
        let small = DataRequest(url: anyURL(), maximumBytes: 99_999, timeLimit: .seconds(1))
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.failure(HTTPClientError(.tooLarge(limit: 99_999))))
        await #expect(throws: HTTPClientError.self) {
            try await ResumingHTTPClient(client: client, store: store).load(small)
        }
        #expect(client.requests == [small], "no range of what would be refused")
        #expect(store.partials.isEmpty)
        let cut = PartialHTTPClientSpy(.cut(first(40_000), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) {
            try await ResumingHTTPClient(client: cut, store: store).load(small)
        }
        #expect(store.partials.isEmpty)
    }

    @Test("N008 N034 A rest that is refused for its size is not asked for again")
    func test_load_givesUpRestThatIsTooLarge() async throws {
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.failure(HTTPClientError(.tooLarge(limit: 200_000))))
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(client.requests.count == 1)
        #expect(store.partials.isEmpty)
    }

    @Test("N034 A cut rest of another file makes what is kept worthless")
    func test_load_givesUpPartWhenCutRestIsWrong() async throws {
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.cut(rest(40_000, tag: "\"b\""), HTTPClientError(.cut)))
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(store.partials.isEmpty)
    }

    @Test("N034 A cut rest that has more bytes than are missing makes what is kept worthless")
    func test_load_givesUpPartWhenCutRestIsTooLong() async throws {
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let long = answer(206, body.dropFirst(39_000), headers: rest(40_000).headers)
        await #expect(throws: HTTPClientError.self) {
            try await load(PartialHTTPClientSpy(.cut(long, HTTPClientError(.cut))), store)
        }
        #expect(store.partials.isEmpty)
    }

    @Test("N034 What came of a coded answer is not kept: it is no part of the file")
    func test_load_keepsNothingCoded() async throws {
        let store = FeedImagePartialStoreSpy()
        var coded = first(40_000).headers
        coded["Content-Encoding"] = "gzip"
        let cut = answer(200, body.prefix(40_000), headers: coded)
        await #expect(throws: HTTPClientError.self) {
            try await load(PartialHTTPClientSpy(.cut(cut, HTTPClientError(.cut))), store)
        }
        #expect(store.partials.isEmpty)
    }

    @Test(
        "N034 What is kept goes with the answer that makes it worthless",
        arguments: [200, 416])
    func test_load_givesUpPartOfOldFile(status: Int) async throws {
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(.whole(answer(status, Data("new".utf8))), .failure(HTTPClientError(.refused)))
        do {
            #expect(try await load(client, store).body == Data("new".utf8))
            #expect(status == 200)
        } catch {
            #expect(status == 416)
        }
        #expect(store.partials.isEmpty)
    }

    @Test("N034 A coded rest is refused")
    func test_load_refusesCodedRest() async throws {
        var coded = rest(40_000).headers
        coded["Content-Encoding"] = "gzip"
        let wrong = answer(206, body.dropFirst(40_000), headers: coded)
        let client = PartialHTTPClientSpy(.whole(wrong), .whole(answer(200, body)))
        #expect(try await load(client, FeedImagePartialStoreSpy(partial(40_000))).body == body)
        #expect(client.requests.map { $0.headers["Range"] } == ["bytes=40000-", nil])
    }

    @Test("N034 What is kept outlasts failures that say nothing of it")
    func test_load_keepsPartWhenNothingComes() async throws {
        let store = FeedImagePartialStoreSpy(partial(40_000))
        let client = PartialHTTPClientSpy(
            .failure(HTTPClientError(.refused)), .failure(HTTPClientError(.timeout)), .whole(answer(503)))
        for _ in 0..<2 { await #expect(throws: HTTPClientError.self) { try await load(client, store) } }
        #expect(try await load(client, store).status == 503)
        #expect(store.partials == [partial(40_000)])
    }

    @Test("N034 A store that fails is reported, and the load goes on without")
    func test_load_reportsFailingStore() async throws {
        let store = FeedImagePartialStoreSpy(fails: true)
        let client = PartialHTTPClientSpy(
            .whole(answer(200, body)), .cut(first(40_000), HTTPClientError(.cut)))
        #expect(try await load(client, store).body == body)
        #expect(log.errors.count == 1)
        await #expect(throws: HTTPClientError.self) { try await load(client, store) }
        #expect(log.errors.count == 3)
    }

    private func load(_ client: PartialHTTPClientSpy, _ store: FeedImagePartialStoreSpy) async throws -> DataResponse {
        try await ResumingHTTPClient(client: client, store: store, report: log.report).load(request)
    }

    private func partial(_ count: Int) -> PartialDownload {
        PartialDownload(url: anyURL(), entityTag: "\"a\"", bytes: body.prefix(count), total: body.count)
    }

    private func first(_ count: Int) -> DataResponse {
        answer(200, body.prefix(count), headers: ["ETag": "\"a\"", "Content-Length": "100000"])
    }

    private func rest(_ first: Int, tag: String = "\"a\"") -> DataResponse {
        answer(
            206, body.dropFirst(first), headers: ["ETag": tag, "Content-Range": "bytes \(first)-99999/100000"])
    }
}
