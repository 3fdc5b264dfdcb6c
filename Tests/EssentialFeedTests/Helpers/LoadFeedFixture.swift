import EssentialFeed
import Foundation
import TestSupport

/// The use case "load feed" over doubles, ready to be asked.
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

    /// What the load ends with when it has no feed to show.
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
    /// Why the server gave nothing, when this is the saved feed.
    var remoteFault: Fault? {
        guard case .cache(let error?) = origin else { return nil }
        return Fault(error)
    }
}
