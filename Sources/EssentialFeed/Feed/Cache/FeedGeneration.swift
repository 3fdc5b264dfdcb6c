import Synchronization

/// Counts the first pages that a loader has received from the server. Later pages that were requested before the newest
/// first page arrived are recognized by this count and dropped.
final class FeedGeneration: Sendable {
    private let count = Mutex(0)

    var current: Int {
        count.withLock { $0 }
    }

    func advance() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    func isCurrent(_ generation: Int) -> Bool {
        current == generation
    }
}
