import EssentialFeed
import ImagePipeline
import Synchronization

/// The requests received by a loader, in order, each with the highest priority it has had.
final class Requests: Sendable {
    private let all = Mutex<[(request: FeedImageRequest, ticket: ImageTicket)]>([])

    var value: [FeedImageRequest] {
        all.withLock { all in
            all.map { request, ticket in
                var request = request
                request.priority = max(request.priority, ticket.priority ?? request.priority)
                return request
            }
        }
    }

    func add(_ request: FeedImageRequest, _ ticket: ImageTicket) {
        all.withLock { $0.append((request, ticket)) }
    }
}
