import EssentialFeed
import EssentialFeedComposition
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.detectsHangs) struct LoadFeedImageDataFreshnessTests {
    private let log = ErrorLog()
    private let time = TestTime()

    @Test func `A loaded image is cached with its freshness`() async throws {
        let store = FeedImageDataStoreSpy()
        let came = time.value
        let client = HTTPClientSpy { [time] _ in
            time.set(came + 5)
            return answer(200, anyPNG(), headerFields: [.cacheControl: "max-age=60", .eTag: "\"a\""])
        }
        #expect(try await load(client, store).load(anyURL()) == anyPNG())
        let freshness = try #require(store.images[anyURL()]?.freshness)
        #expect(freshness.entityTag == "\"a\"")
        #expect(freshness.receivedAt == came + 5)
        #expect(freshness.freshUntil == came + 60, "the answer's duration counts as age")
    }

    @Test func `An image with no-store is delivered, but not cached`() async throws {
        let store = FeedImageDataStoreSpy()
        let client = HTTPClientSpy { _ in answer(200, anyPNG(), headerFields: [.cacheControl: "no-store"]) }
        #expect(try await load(client, store).load(anyURL()) == anyPNG())
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test(
        arguments: [
            "max-age=60", "max-age=0", "immutable", "max-age=60, must-revalidate", "max-age=0, stale-if-error=0",
        ])
    func `B165 Fresh, immutable and merely stale bytes are delivered without a request`(field: String) async throws {
        let client = HTTPClientSpy { _ in answer(200, anyPNG(salt: 1)) }
        #expect(try await load(client, store(field)).load(anyURL()) == anyPNG())
        #expect(client.requests.isEmpty)
    }

    @Test(arguments: ["no-cache", "max-age=0, must-revalidate"])
    func `If the server must be asked first, it is asked, and its answer is delivered`(field: String) async throws {
        let unchanged = store(field)
        #expect(try await load(HTTPClientSpy { _ in answer(304) }, unchanged).load(anyURL()) == anyPNG())
        #expect(unchanged.calls == [.retrieve(anyURL()), .renew(anyURL())])
        let changed = store(field)
        let client = HTTPClientSpy { _ in answer(200, anyPNG(salt: 1)) }
        #expect(try await load(client, changed).load(anyURL()) == anyPNG(salt: 1))
        #expect(client.requests.map(\.headerFields) == [[.ifNoneMatch: "\"a\""]])
        #expect(changed.data == [anyURL(): anyPNG(salt: 1)])
        for status in [404, 410] {
            let gone = store(field)
            #expect(
                await fault { try await load(.answering(.success(answer(status))), gone).load(anyURL()) }
                    == .status(status))
            #expect(gone.data == [anyURL(): anyPNG()], "it stays available offline")
        }
    }

    @Test(
        "Without a connection the cached bytes are delivered, whatever the server demanded",
        arguments: ["no-cache", "max-age=0, must-revalidate"])
    func loadDeliversStoredBytesOffline(field: String) async throws {
        let store = store(field)
        #expect(
            try await load(.answering(.failure(HTTPClientError(.nameNotFound))), store).load(anyURL()) == anyPNG())
        #expect(log.errors.count == 1)
    }

    @Test(
        "If the server fails, cached bytes that had to be confirmed are delivered only if it permits that",
        arguments: [
            ("no-cache", false), ("max-age=0, must-revalidate", false), ("no-cache, stale-if-error=60", true),
            ("max-age=0, must-revalidate, stale-if-error=60", false),
        ])
    func loadObeysStaleIfError(field: String, isPermitted: Bool) async throws {
        for status in [500, 502, 503, 504] {
            let client = HTTPClientSpy.answering(.success(answer(status)))
            let fault = await fault { try await load(client, store(field)).load(anyURL()) }
            #expect(fault == (isPermitted ? nil : .status(status)))
        }
        #expect(
            await fault { try await load(.answering(.success(answer(403))), store(field)).load(anyURL()) }
                == .status(403))
    }

    @Test func `B168 Cancelling while the server is asked first delivers nothing`() async throws {
        let client = HTTPClientSpy()
        let load = load(client, store("no-cache"))
        let task = Task { try await load.load(anyURL()) }
        try await client.held.arrival(0)
        task.cancel()
        #expect(await fault { try await task.value } == .cancelled)
        #expect(log.errors.isEmpty)
    }

    private func store(_ field: String) -> FeedImageDataStoreSpy {
        let freshness = Freshness(
            [.cacheControl: field, .eTag: "\"a\""], requestedAt: time.value, receivedAt: time.value)
        return FeedImageDataStoreSpy([anyURL(): anyPNG()], freshness: freshness ?? .unknown)
    }

    private func load(_ client: HTTPClientSpy, _ store: FeedImageDataStoreSpy) -> LoadFeedImageData {
        LoadFeedImageData(client: client, store: store, now: time.now, report: log.report)
    }
}
