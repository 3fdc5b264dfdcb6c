import EssentialFeed
import Foundation
import Synchronization

/// The requests that a loader got, in order, each with the highest priority that it has had.
final class Requests: Sendable {
    private let all = Mutex<[(url: URL, ticket: FeedImageTicket)]>([])

    var value: [(url: URL, priority: FeedImagePriority)] {
        all.withLock { $0.map { ($0.url, $0.ticket.priority) } }
    }

    func add(_ url: URL, _ ticket: FeedImageTicket) {
        all.withLock { $0.append((url, ticket)) }
    }
}
