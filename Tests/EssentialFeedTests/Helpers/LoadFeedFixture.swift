import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport

/// The use case `LoadFeed` with test doubles.
struct LoadFeedFixture {
    let time: TestTime
    let client: HTTPClientSpy
    let store: FeedStoreSpy
    let log = ErrorLog()
    let load: LoadFeed

    init(client: HTTPClientSpy, store: FeedStoreSpy = FeedStoreSpy(), time: TestTime = TestTime()) {
        self.time = time
        self.client = client
        self.store = store
        load = LoadFeed(address: anyAddress, client: client, store: store, now: time.now, report: log.report)
    }

    /// Returns the error of a load, or `nil` if it succeeds.
    func failure() async -> LoadFeedError? {
        do {
            _ = try await load.load()
            return nil
        } catch {
            return error as? LoadFeedError
        }
    }
}

extension FeedPage {
    /// Why the server delivered no feed, if this is the cached one.
    var remoteFault: Fault? {
        guard case .cache(let error?) = origin else { return nil }
        return Fault(error)
    }
}
