import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.detectsHangs) struct RevalidateFeedImageDataTests {
    private let log = ErrorLog()
    private let time = TestTime()

    @Test func `No request is sent while the bytes are not due, or if none are cached`() async throws {
        let client = HTTPClientSpy { _ in answer(304) }
        try await revalidate(client, FeedImageDataStoreSpy()).revalidateIfDue(anyURL())
        for field in ["max-age=60", "immutable", "max-age=60, must-revalidate"] {
            try await revalidate(client, store([.cacheControl: field])).revalidateIfDue(anyURL())
        }
        #expect(client.requests.isEmpty)
    }

    @Test func `Due bytes are revalidated with one conditional request`() async throws {
        let modified = "Sun, 11 Oct 2015 07:28:00 GMT"
        for (headers, sent) in [
            ([.eTag: "\"a\"", .lastModified: modified], [.ifNoneMatch: "\"a\"", .ifModifiedSince: modified]),
            ([.eTag: "W/\"a\""], [.ifNoneMatch: "W/\"a\""]),
            ([.lastModified: modified], [.ifModifiedSince: modified]),
        ] as [(HTTPFields, HTTPFields)] {
            let client = HTTPClientSpy { _ in answer(304) }
            var headers = headers
            headers[.cacheControl] = "max-age=0"
            try await revalidate(client, store(headers)).revalidateIfDue(anyURL())
            #expect(client.requests.map(\.headerFields) == [sent])
            #expect(client.requests.map(\.maximumBytes) == [LoadFeedImageDataFromRemote.maximumBytes])
        }
    }

    @Test func `A 304 renews the freshness with its own fields and writes no bytes`() async throws {
        for (said, lifetime, rules) in [
            ([:], 60, .mustRevalidate), ([.cacheControl: "max-age=10"], 10, []),
            ([.expires: "0", .eTag: "\"a\""], 0, []),
            ([.cacheControl: "immutable", .age: "7"], 86_400, .immutable),
        ] as [(HTTPFields, TimeInterval, Freshness.Rules)] {
            let store = store([.eTag: "\"a\"", .cacheControl: "max-age=60, must-revalidate, stale-if-error=9"])
            time.set(time.value + 61)
            let client = HTTPClientSpy { _ in answer(304, headerFields: said) }

            #expect(try await revalidate(client, store).revalidateIfDue(anyURL()) == false)

            #expect(store.calls == [.retrieveFreshness(anyURL()), .renew(anyURL())])
            let freshness = try #require(store.images[anyURL()]?.freshness)
            #expect(freshness.entityTag == "\"a\"")
            #expect(freshness.lifetime == lifetime)
            #expect(freshness.rules == rules)
            #expect(freshness.staleIfError == (said[.cacheControl] == nil && said[.expires] == nil ? 9 : 0))
            #expect(freshness.receivedAt == time.value)
            #expect(freshness.freshUntil == time.value + lifetime - (said[.age] == nil ? 0 : 7))
        }
    }

    @Test func `A 304 with no-store removes the bytes`() async throws {
        let store = store([.eTag: "\"a\"", .cacheControl: "max-age=0"])
        let client = HTTPClientSpy { _ in answer(304, headerFields: [.cacheControl: "no-store"]) }
        try await revalidate(client, store).revalidateIfDue(anyURL())
        #expect(store.data.isEmpty)
    }

    @Test func `A 304 that was not requested, or is for another file, is invalid data`() async throws {
        let client = HTTPClientSpy { _ in answer(304, headerFields: [.eTag: "\"b\""]) }
        for headers in [[.cacheControl: "max-age=0"], [.cacheControl: "max-age=0", .eTag: "\"a\""]]
            as [HTTPFields]
        {
            let store = store(headers)
            #expect(await fault { try await revalidate(client, store).revalidateIfDue(anyURL()) } == .status(304))
            #expect(store.calls == [.retrieveFreshness(anyURL())])
        }
        let weak = store([.cacheControl: "max-age=0", .eTag: "W/\"a\""])
        try await revalidate(client, weak).revalidateIfDue(anyURL())
        #expect(weak.calls.contains(.renew(anyURL())))
    }

    @Test func `A 200 with an image replaces the bytes`() async throws {
        let store = store([.eTag: "\"a\"", .cacheControl: "max-age=0"])
        let asked = time.value
        let client = HTTPClientSpy { [time] _ in
            time.set(asked + 2)
            return answer(200, anyPNG(salt: 2), headerFields: [.eTag: "\"b\"", .cacheControl: "max-age=9"])
        }
        #expect(try await revalidate(client, store).revalidateIfDue(anyURL()))
        #expect(store.data == [anyURL(): anyPNG(salt: 2)])
        #expect(store.images[anyURL()]?.freshness.entityTag == "\"b\"")
        #expect(store.images[anyURL()]?.freshness.receivedAt == asked + 2)
        #expect(store.images[anyURL()]?.freshness.freshUntil == asked + 9, "the answer's duration counts as age")
    }

    @Test func `A 200 with no-store removes the bytes`() async throws {
        let store = store([.cacheControl: "max-age=0"])
        let client = HTTPClientSpy { _ in
            answer(200, anyPNG(salt: 2), headerFields: [.cacheControl: "no-store"])
        }
        #expect(try await revalidate(client, store).revalidateIfDue(anyURL()))
        #expect(store.data.isEmpty)
    }

    @Test(arguments: [404, 410])
    func `An image that is gone from the server stays cached`(status: Int) async throws {
        let store = store([.cacheControl: "no-cache"])
        let client = HTTPClientSpy { _ in answer(status) }
        #expect(try await revalidate(client, store).revalidateIfDue(anyURL()) == false)
        #expect(store.calls == [.retrieveFreshness(anyURL())])
    }

    @Test func `A failure is thrown and changes nothing`() async throws {
        let failures: [(Result<DataResponse, any Error>, Fault)] = [
            (.failure(HTTPClientError(.refused)), .connectivity), (.success(answer(500)), .status(500)),
            (.success(answer(206, anyPNG())), .status(206)), (.success(answer()), .empty),
            (.success(answer(200, text: "<html>Sign in</html>")), .notAnImage),
            (.success(answer(200, anyPNG().dropLast(), isDelimited: false)), .connectivity),
        ]
        for (failure, expected) in failures {
            let store = store([.cacheControl: "max-age=0"])
            #expect(
                await fault { try await revalidate(.answering(failure), store).revalidateIfDue(anyURL()) } == expected)
            #expect(store.calls == [.retrieveFreshness(anyURL())])
        }
    }

    @Test(arguments: [200, 304])
    func `If the cache refuses the answer, its error is reported`(status: Int) async throws {
        let freshness = try #require(parsed([.eTag: "\"a\"", .cacheControl: "max-age=0"]))
        let store = FeedImageDataStoreSpy([anyURL(): anyPNG()], freshness: freshness, failing: [.insert, .renew])
        let client = HTTPClientSpy { _ in answer(status, anyPNG(salt: 1)) }
        try await revalidate(client, store).revalidateIfDue(anyURL())
        #expect(log.errors.count == 1)
        #expect(store.data == [anyURL(): anyPNG()])
    }

    @Test func `Cancelling cancels the request, and nothing is written`() async throws {
        let client = HTTPClientSpy()
        let store = store([.cacheControl: "max-age=0"])
        let revalidate = revalidate(client, store)
        let task = Task { try await revalidate.revalidateIfDue(anyURL()) }
        try await client.held.arrival(0)
        task.cancel()
        #expect(await fault { try await task.value } == .cancelled)
        #expect(client.held.cancelled == [0])
        #expect(store.calls == [.retrieveFreshness(anyURL())])
    }

    private func parsed(_ fields: HTTPFields) -> Freshness? {
        Freshness(fields, requestedAt: time.value, receivedAt: time.value)
    }

    /// Returns a store with an image that arrived now with the fields.
    private func store(_ fields: HTTPFields) -> FeedImageDataStoreSpy {
        FeedImageDataStoreSpy([anyURL(): anyPNG()], freshness: parsed(fields) ?? .unknown)
    }

    private func revalidate(_ client: HTTPClientSpy, _ store: FeedImageDataStoreSpy) -> RevalidateFeedImageData {
        RevalidateFeedImageData(
            LoadFeedImageDataFromCache(store: store), from: LoadFeedImageDataFromRemote(client: client, now: time.now),
            cachingIn: CacheFeedImageData(store: store), now: time.now, report: log.report)
    }
}
