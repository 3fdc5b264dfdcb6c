import EssentialFeed
import EssentialFeedComposition
import Foundation
import HTTPTransport
import ImagePipeline
import TestSupport
import Testing

@Suite struct LoadFeedImageDataAsSourceTests {
    @Test func `Cached bytes are found with one look`() async throws {
        let store = FeedImageDataStoreSpy([anyURL(): anyPNG()])
        #expect(try await source(store).cached(anyURL()) == anyPNG())
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test("B166 An image that isn't cached is missing, and fetching it doesn't look into the store again")
    func fetchDoesNotLookAgain() async throws {
        let store = FeedImageDataStoreSpy()
        let source = source(store, answer(200, anyPNG()))
        #expect(try await source.cached(anyURL()) == nil)
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

    private func source(_ store: FeedImageDataStoreSpy, _ response: DataResponse = answer()) -> LoadFeedImageData {
        LoadFeedImageData(client: HTTPClientSpy.answering(.success(response)), store: store)
    }
}
