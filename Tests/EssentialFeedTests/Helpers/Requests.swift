import EssentialFeed
import Foundation
import Synchronization

/// The requests that a loader got, in order.
final class Requests: Sendable {
    private let all = Mutex<[(url: URL, priority: FeedImagePriority)]>([])

    var value: [(url: URL, priority: FeedImagePriority)] { all.withLock { $0 } }

    func add(_ url: URL, _ priority: FeedImagePriority) {
        all.withLock { $0.append((url, priority)) }
    }
}
