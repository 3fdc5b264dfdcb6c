import Dispatch

/// Runs a store on its own serial queue, where waiting for the disk blocks neither the main thread nor the threads
/// that tasks share.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "essential-feed.store", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
