import EssentialFeed
import EssentialFeedComposition
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

private typealias Failures = Set<FeedImageDataStoreSpy.Failure>

@Suite(.detectsHangs) struct LoadFeedImageDataTests {
    private let log = ErrorLog()

    @Test(.watchesTasks) func `B100 Creating the use cases sends nothing and doesn't touch the store`() async {
        let (client, store) = (HTTPClientSpy.answering(), FeedImageDataStoreSpy())
        _ = load(client, store)
        await letOthersRun()

        #expect(client.requests.isEmpty)
        #expect(store.calls.isEmpty)
    }

    @Test func `B165 Cached bytes are delivered without a request`() async throws {
        let client = HTTPClientSpy { _ in answer(200, anyPNG()) }
        let store = FeedImageDataStoreSpy([anyURL(): Data("cached".utf8)])

        #expect(try await load(client, store).load(anyURL()) == Data("cached".utf8))
        #expect(client.requests.isEmpty)
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test func `B166 B167 Data that isn't cached or can't be read is loaded from the server and cached`() async throws {
        for failures in [[], [.retrieve]] as [Failures] {
            let client = HTTPClientSpy.answering(.success(answer(200, anyPNG())))
            let store = FeedImageDataStoreSpy(failing: failures)

            #expect(try await load(client, store).load(anyURL()) == anyPNG())
            #expect(client.urls == [anyURL()])
            #expect(store.calls == [.retrieve(anyURL()), .insert(anyPNG(), anyURL())])
            #expect(store.data == [anyURL(): anyPNG()])
        }
        #expect(log.errors.count == 1, "an unreadable cache is reported, an empty one isn't")
    }

    @Test func `B031 B033 B166 B167 If cache and server fail, the error is the remote one; nothing is saved`() async {
        let failures: [(Result<DataResponse, any Error>, Fault)] = [
            (.failure(anyError()), .connectivity), (.success(answer(404, anyPNG())), .status(404)),
            (.success(answer()), .empty),
        ]
        for (failure, expected) in failures {
            for storeFailures in [[], [.retrieve]] as [Failures] {
                let store = FeedImageDataStoreSpy(failing: storeFailures)

                let actual = await fault { try await load(.answering(failure), store).load(anyURL()) }

                #expect(actual == expected)
                #expect(store.calls == [.retrieve(anyURL())])
            }
        }
    }

    @Test(arguments: ["no-store", "private, No-Store"])
    func `An image that the server forbids to cache is delivered, but not cached`(field: String) async throws {
        let store = FeedImageDataStoreSpy()
        let client = HTTPClientSpy { _ in answer(200, anyPNG(), headerFields: [.cacheControl: field]) }

        #expect(try await load(client, store).load(anyURL()) == anyPNG())
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test func `B167 A cache that cannot be written does not fail the load, and is reported`() async throws {
        let store = FeedImageDataStoreSpy(failing: [.insert])

        #expect(try await load(.answering(.success(answer(200, anyPNG()))), store).load(anyURL()) == anyPNG())
        #expect(log.errors.map { $0 is FeedImageCacheError } == [true])
    }

    @Test(arguments: [FeedImageDataStoreSpy.Failure.retrieve, .insert], [false, true])
    func `B168 Cancelling during any call of the store delivers neither data nor error`(
        place: FeedImageDataStoreSpy.Failure, fails: Bool
    ) async throws {
        let held = HeldCalls<Void>()
        let client = HTTPClientSpy { _ in answer(200, anyPNG()) }
        let store = FeedImageDataStoreSpy(failing: fails ? [place] : []) {
            if $0 == place { try await held.call(isCancellable: false) }
        }
        let load = load(client, store)
        let task = Task { try await load.load(anyURL()) }
        try await held.arrival(0)

        task.cancel()
        held.open()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(client.requests.count == (place == .retrieve ? 0 : 1))
        #expect(log.errors.isEmpty)
    }

    @Test func `B034 B168 Cancelling while the server is asked, after the cache, cancels the request`() async throws {
        for failures in [[], [.retrieve]] as [Failures] {
            let client = HTTPClientSpy()
            let store = FeedImageDataStoreSpy(failing: failures)
            let load = load(client, store)
            let task = Task { try await load.load(anyURL()) }
            try await client.held.arrival(0)

            task.cancel()

            #expect(await fault(of: { try await task.value }) == .cancelled)
            #expect(client.held.cancelled == [0])
            #expect(store.calls == [.retrieve(anyURL())])
        }
    }

    @Test(arguments: ["<!DOCTYPE html>", #"{"items":[]}"#, "\u{89}PNG", "GIF", " ", "\0", "no image"])
    func `B032 Data that isn't an image by its own bytes is invalid data and is never cached`(text: String) async {
        let store = FeedImageDataStoreSpy()

        #expect(
            await fault { try await load(.answering(.success(answer(text: text))), store).load(anyURL()) }
                == .notAnImage)
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test func `B032 A body without length or chunks is cached only if it has its format's end`() async throws {
        let store = FeedImageDataStoreSpy()
        let whole = answer(200, anyPNG(), isDelimited: false)
        #expect(try await load(.answering(.success(whole)), store).load(anyURL()) == anyPNG())
        #expect(store.data == [anyURL(): anyPNG()])

        for count in 8..<anyPNG().count {
            let store = FeedImageDataStoreSpy()
            let cut = answer(200, anyPNG().prefix(count), isDelimited: false)

            #expect(await fault { try await load(.answering(.success(cut)), store).load(anyURL()) } == .connectivity)
            #expect(store.calls == [.retrieve(anyURL())])
        }
    }

    @Test func `B166 A source of images looks into the store once, and removes from it`() async throws {
        let store = FeedImageDataStoreSpy()
        let source = load(.answering(.success(answer(200, anyPNG()))), store)

        #expect(try await source.cached(anyURL()) == nil)
        #expect(try await source.fetch(anyURL()) == anyPNG())
        try await source.remove(anyURL())
        #expect(store.calls == [.retrieve(anyURL()), .insert(anyPNG(), anyURL()), .remove(anyURL())])
    }

    private func load(_ client: HTTPClientSpy, _ store: FeedImageDataStoreSpy) -> LoadFeedImageData {
        LoadFeedImageData(client: client, store: store, report: log.report)
    }
}
