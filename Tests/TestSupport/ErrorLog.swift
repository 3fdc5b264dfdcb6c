import Synchronization

/// The errors that were reported, in their order.
public final class ErrorLog: Sendable {
    private let log = Mutex<[any Error]>([])

    public init() {}

    public var errors: [any Error] { log.withLock { $0 } }

    /// A closure that appends an error to the log.
    public var report: @Sendable (any Error) -> Void {
        { error in self.log.withLock { $0.append(error) } }
    }
}
