import EssentialFeed
import EssentialFeedComposition
import Foundation
import HTTPTransport
import HTTPTypes
import ImagePipeline
import TestSupport
import Testing

@Suite struct LoadFeedImageDataAsSourceTests {
    private let time = TestTime()

    @Test(arguments: ["max-age=60, must-revalidate", "max-age=0", "immutable", "max-age=0, stale-while-revalidate=5"])
    func `Cached bytes are shown before the server is asked, due or not`(field: String) async throws {
        let store = try store(field)
        guard case .found(let data) = try await source(store).cached(anyURL()) else {
            return _ = Issue.record("the bytes were not found")
        }
        #expect(data == anyPNG())
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test(
        "Cached bytes that the server must confirm first are confirmed without being read again",
        arguments: ["no-cache", "max-age=0, must-revalidate"])
    func cachedConfirmsWhatMustBeAskedFor(field: String) async throws {
        let store = try store(field)
        guard case .unconfirmed(let confirm) = try await source(store, answer(304)).cached(anyURL()) else {
            return _ = Issue.record("the bytes were found or missing")
        }
        #expect(store.data == [anyURL(): anyPNG()])
        #expect(try await confirm() == anyPNG())
        #expect(store.calls == [.retrieve(anyURL()), .renew(anyURL())])
    }

    @Test("B166 An image that isn't cached is missing, and fetching it doesn't look into the store again")
    func fetchDoesNotLookAgain() async throws {
        let store = FeedImageDataStoreSpy()
        let source = source(store, answer(200, anyPNG()))
        guard case .missing = try await source.cached(anyURL()) else { return _ = Issue.record("the image is cached") }
        #expect(try await source.fetch(anyURL()) == anyPNG())
        #expect(store.calls == [.retrieve(anyURL()), .insert(anyPNG(), anyURL())])
    }

    @Test func `B105 B166 A store that cannot be read is an error`() async {
        await #expect(throws: FeedImageCacheError.failed(anyError())) {
            _ = try await source(FeedImageDataStoreSpy(failing: [.retrieve])).cached(anyURL())
        }
    }

    @Test func `Removing an image removes it from the store`() async throws {
        let store = FeedImageDataStoreSpy([anyURL(): anyPNG()])
        try await source(store).remove(anyURL())
        #expect(store.calls == [.remove(anyURL())])
    }

    private func store(_ field: String) throws -> FeedImageDataStoreSpy {
        let freshness = Freshness(
            [.cacheControl: field, .eTag: "\"a\""], requestedAt: time.value, receivedAt: time.value)
        return FeedImageDataStoreSpy([anyURL(): anyPNG()], freshness: try #require(freshness))
    }

    private func source(_ store: FeedImageDataStoreSpy, _ response: DataResponse = answer()) -> LoadFeedImageData {
        LoadFeedImageData(client: HTTPClientSpy.answering(.success(response)), store: store, now: time.now)
    }
}
