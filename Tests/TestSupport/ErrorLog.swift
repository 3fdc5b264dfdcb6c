import Synchronization

/// The errors that a use case reported, in their order.
package final class ErrorLog: Sendable {
    private let log = Mutex<[any Error]>([])

    package init() {}

    package var errors: [any Error] { log.withLock { $0 } }

    package var report: @Sendable (any Error) -> Void {
        { error in self.log.withLock { $0.append(error) } }
    }
}
