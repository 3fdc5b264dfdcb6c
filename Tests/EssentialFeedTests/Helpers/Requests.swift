import EssentialFeed
import Foundation
import ImagePipeline
import Synchronization

/// The requests that a loader got, in order, each with the highest priority that it has had.
final class Requests: Sendable {
    private let all = Mutex<[(url: URL, ticket: ImageTicket)]>([])

    var value: [(url: URL, priority: ImagePriority)] {
        all.withLock { $0.map { ($0.url, $0.ticket.priority) } }
    }

    func add(_ url: URL, _ ticket: ImageTicket) {
        all.withLock { $0.append((url, ticket)) }
    }
}
