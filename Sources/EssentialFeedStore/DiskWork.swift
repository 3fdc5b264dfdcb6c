import Dispatch

/// Runs work that waits for the disk, such as reading and writing a file, on a queue of its own, where it blocks neither the
/// main thread nor the threads that tasks share. Each piece begins once all that were added before have ended.
public final class DiskWork: Sendable {
    private let queue = DispatchQueue(label: "essential-feed.disk-work", qos: .userInitiated)

    /// Creates the queue.
    public init() {}

    /// Adds work, and doesn't wait for it.
    /// - Parameter work: Called on the queue.
    public func add(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Adds work, and waits for it.
    /// - Parameter work: Called on the queue.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }.get()
    }

    /// Waits until all that has been added has ended.
    public func finish() async { await run {} }
}
