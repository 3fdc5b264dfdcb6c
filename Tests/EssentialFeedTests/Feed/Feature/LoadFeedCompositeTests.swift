import EssentialFeed
import Foundation
import Synchronization
import Testing
import TestSupport

/// The composite alone, over loaders of the test.
@Suite struct LoadFeedCompositeTests {
    private final class Loader: FeedLoader {
        private let result: Result<FeedPage, any Error>
        private let count = Mutex(0)

        init(_ result: Result<FeedPage, any Error>) { self.result = result }

        var calls: Int { count.withLock { $0 } }

        func load() async throws -> FeedPage {
            count.withLock { $0 += 1 }
            return try result.get()
        }
    }

    private let remote = FeedPage(images: uniqueFeed(), origin: .remote, loadedAt: Date())
    private let saved = FeedPage(images: uniqueFeed(), origin: .cache(after: nil), loadedAt: Date())

    @Test func `If the server delivers a feed, the saved one isn't loaded`() async throws {
        let loader = Loader(.success(saved))

        let page = try await LoadFeed(Loader(.success(remote)), else: loader).load()

        #expect(page.images == remote.images)
        #expect(page.origin == .remote)
        #expect(loader.calls == 0)
    }

    @Test func `If the server delivers none, the saved feed is delivered with the reason`() async throws {
        let reason = RemoteError.invalidData(.status(500))

        let page = try await LoadFeed(Loader(.failure(reason)), else: Loader(.success(saved))).load()

        #expect(page.images == saved.images)
        #expect(page.origin == .cache(after: reason))
    }

    @Test func `If there is neither, the error has both reasons`() async throws {
        let reason = RemoteError.invalidData(.empty)
        let failure = LoadFeedError(remote: nil, cache: anyError(), address: anyAddress)
        let load = LoadFeed(Loader(.failure(reason)), else: Loader(.failure(failure)))

        let error = await #expect(throws: LoadFeedError.self) { try await load.load() }

        #expect(error?.remote == reason)
        #expect(error?.cache != nil)
        #expect(error?.address == anyAddress)
    }

    @Test func `Other errors than the server's, such as a cancellation, don't lead to the saved feed`() async {
        let loader = Loader(.success(saved))
        let load = LoadFeed(Loader(.failure(CancellationError())), else: loader)

        #expect(await fault(of: { try await load.load() }) == .cancelled)
        #expect(loader.calls == 0)
    }

    @Test func `The saved feed alone is loaded without the server`() async throws {
        let loader = Loader(.success(remote))

        let page = try await LoadFeed(loader, else: Loader(.success(saved))).loadCached()

        #expect(page.images == saved.images)
        #expect(loader.calls == 0)
    }
}
