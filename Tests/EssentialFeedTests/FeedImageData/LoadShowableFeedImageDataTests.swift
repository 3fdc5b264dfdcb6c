import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import ImagePipeline
import TestSupport
import Testing

@Suite struct LoadShowableFeedImageDataTests {
    private let time = TestTime()

    @Test(
        "N033 Stored bytes are shown before the server was asked, due or not",
        arguments: ["max-age=60, must-revalidate", "max-age=0", "immutable", "max-age=0, stale-while-revalidate=5"])
    func test_execute_deliversWhatMayBeShown(field: String) async throws {
        let store = try store(field)
        #expect(try await load(store).execute(anyURL()) == anyPNG())
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test(
        "N033 Stored bytes that the server wants to be asked for first count as not stored, and stay",
        arguments: ["no-cache", "max-age=0, must-revalidate"])
    func test_execute_findsNothingToAskFirst(field: String) async throws {
        let store = try store(field)
        do {
            _ = try await load(store).execute(anyURL())
            Issue.record("they were delivered")
        } catch ImageCacheError.notFound {
            #expect(store.data == [anyURL(): anyPNG()])
        }
    }

    private func store(_ field: String) throws -> FeedImageDataStoreSpy {
        let freshness = Freshness(
            [.cacheControl: field, .eTag: "\"a\""], requestedAt: time.value, receivedAt: time.value)
        return FeedImageDataStoreSpy([anyURL(): anyPNG()], freshness: try #require(freshness))
    }

    private func load(_ store: FeedImageDataStoreSpy) -> LoadShowableFeedImageData {
        LoadShowableFeedImageData(store: store, now: time.now)
    }
}
