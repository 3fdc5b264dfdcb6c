import Dispatch

/// Runs disk work, such as reading or writing a file, on a serial queue, without blocking the main thread or the shared
/// task threads. Work runs in the order of its addition, one piece at a time.
package final class DiskWork: Sendable {
    private let queue = DispatchQueue(label: "essential-feed.disk-work", qos: .userInitiated)

    package init() {}

    package func add(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }.get()
    }

    /// Waits until all added work has ended.
    package func finish() async { await run {} }
}

/// Runs a store on its own serial queue, so waiting for the disk doesn't block the main thread or the shared task
/// threads.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "essential-feed.store", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
