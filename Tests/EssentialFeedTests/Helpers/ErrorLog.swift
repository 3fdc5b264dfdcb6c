import Synchronization

/// The errors that a use case reported, in their order.
final class ErrorLog: Sendable {
    private let log = Mutex<[any Error]>([])

    var errors: [any Error] { log.withLock { $0 } }

    var report: @Sendable (any Error) -> Void {
        { error in self.log.withLock { $0.append(error) } }
    }
}
