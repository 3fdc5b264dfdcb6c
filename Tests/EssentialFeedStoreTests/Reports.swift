import EssentialFeedStore
import Synchronization

/// The errors that a store reported.
final class Reports: Sendable {
    private let reported = Mutex<[StoreError.Kind]>([])

    var kinds: [StoreError.Kind] { reported.withLock { $0 } }

    @Sendable
    func add(_ error: StoreError) {
        reported.withLock { $0.append(error.kind) }
    }
}
