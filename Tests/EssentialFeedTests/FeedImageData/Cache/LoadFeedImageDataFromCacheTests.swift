import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite(.detectsHangs) struct LoadFeedImageDataFromCacheTests {
    @Test func `B104 B107 Loading retrieves once, for that URL, and delivers the same bytes`() async throws {
        let data = Data("any bytes".utf8)
        let store = FeedImageDataStoreSpy([anyURL(): data, anyURL().appending(path: "other"): Data([1])])

        #expect(try await LoadFeedImageDataFromCache(store: store).load(anyURL()) == data)
        #expect(store.calls == [.retrieve(anyURL())])
    }

    @Test func `B105 If the store cannot be read, the load throws an error that keeps the cause`() async {
        let load = LoadFeedImageDataFromCache(store: FeedImageDataStoreSpy(failing: [.retrieve]))

        await #expect {
            try await load.load(anyURL())
        } throws: { error in
            guard case FeedImageCacheError.failed(let cause) = error else { return false }
            return cause as? FeedImageDataStoreSpy.Failed == FeedImageDataStoreSpy.Failed(at: .retrieve)
        }
    }

    @Test func `B106 A URL without cached data is not found, which isn't a failure of the store`() async {
        let store = FeedImageDataStoreSpy([anyURL().appending(path: "other"): Data([1])])

        await #expect {
            try await LoadFeedImageDataFromCache(store: store).load(anyURL())
        } throws: { error in
            if case FeedImageCacheError.notFound = error { true } else { false }
        }
    }

    @Test func `B108 A cancelled load delivers neither data nor error, whatever the store delivers`() async throws {
        let stores: [(HeldCalls<Void>) -> FeedImageDataStoreSpy] = [
            { held in FeedImageDataStoreSpy([anyURL(): anyPNG()]) { _ in try await held.call(isCancellable: false) } },
            { held in FeedImageDataStoreSpy { _ in try await held.call(isCancellable: false) } },
            { held in
                FeedImageDataStoreSpy(failing: [.retrieve]) { _ in try await held.call(isCancellable: false) }
            },
        ]
        for makeStore in stores {
            let held = HeldCalls<Void>()
            let load = LoadFeedImageDataFromCache(store: makeStore(held))
            let task = Task { try await load.load(anyURL()) }
            try await held.arrival(0)

            task.cancel()
            held.open()

            #expect(await fault(of: { try await task.value }) == .cancelled)
        }
    }
}
