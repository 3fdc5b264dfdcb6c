import Synchronization

/// Counts the first pages that a loader got from the server, so that a page that was asked for before the newest of
/// them is recognised and dropped (B164).
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
