import Dispatch

/// Runs a store on its own serial queue, so that waiting for the disk doesn't block the main thread or the shared task
/// threads.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "essential-feed.store", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
