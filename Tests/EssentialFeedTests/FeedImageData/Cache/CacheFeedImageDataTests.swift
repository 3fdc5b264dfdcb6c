import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite(.watchesTasks) struct CacheFeedImageDataTests {
    @Test("B100 Creating the use case doesn't touch the store")
    func test_init_doesNotTouchTheStore() async {
        let store = FeedImageDataStoreSpy()
        _ = CacheFeedImageData(store: store)
        await letOthersRun()

        #expect(store.calls.isEmpty)
    }

    @Test("B101 B103 Saving inserts exactly once, that data for that URL, and succeeds")
    func test_save_insertsTheDataForTheURL() async throws {
        let store = FeedImageDataStoreSpy()

        try await CacheFeedImageData(store: store).save(anyPNG(), for: anyURL())

        #expect(store.calls == [.insert(anyPNG(), anyURL())])
        #expect(store.data == [anyURL(): anyPNG()])
    }

    @Test("B102 If the insertion fails, the save throws an error that keeps the cause")
    func test_save_failsWhenTheStoreFails() async {
        let save = CacheFeedImageData(store: FeedImageDataStoreSpy(failing: [.insert]))

        await #expect {
            try await save.save(anyPNG(), for: anyURL())
        } throws: { error in
            guard case FeedImageCacheError.failed(let cause) = error else { return false }
            return cause as? FeedImageDataStoreSpy.Failed == FeedImageDataStoreSpy.Failed(at: .insert)
        }
    }

    @Test("B101 A save in a cancelled task saves nothing; a cancellation in the store isn't a failure")
    func test_save_savesNothingWhenCancelled() async {
        let store = FeedImageDataStoreSpy()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await CacheFeedImageData(store: store).save(anyPNG(), for: anyURL())
        }
        let cancelling = CacheFeedImageData(store: FeedImageDataStoreSpy { _ in throw CancellationError() })

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(store.calls.isEmpty)
        #expect(await fault(of: { try await cancelling.save(anyPNG(), for: anyURL()) }) == .cancelled)
    }
}
