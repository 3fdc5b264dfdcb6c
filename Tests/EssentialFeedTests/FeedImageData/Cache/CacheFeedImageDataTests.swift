import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite struct CacheFeedImageDataTests {
    @Test func `B101 B103 Saving inserts exactly once, that data for that URL, and succeeds`() async throws {
        let store = FeedImageDataStoreSpy()

        try await CacheFeedImageData(store: store).save(anyPNG(), for: anyURL())

        #expect(store.calls == [.insert(anyPNG(), anyURL())])
        #expect(store.data == [anyURL(): anyPNG()])
    }

    @Test func `B102 If the insertion fails, the save throws an error that keeps the cause`() async {
        let save = CacheFeedImageData(store: FeedImageDataStoreSpy(failing: [.insert]))

        await #expect {
            try await save.save(anyPNG(), for: anyURL())
        } throws: { error in
            guard case FeedImageCacheError.failed(let cause) = error else { return false }
            return cause as? FeedImageDataStoreSpy.Failed == FeedImageDataStoreSpy.Failed(at: .insert)
        }
    }

    @Test func `B101 A save in a cancelled task saves nothing; a cancellation in the store isn't a failure`() async {
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
