package import Foundation
import Synchronization

/// A client that requests at a fixed rate, on a separate thread, however long the answers take.
///
/// An answer's time counts from when its request was due. A server that stops for a second is thus charged for each
/// request of the second, not just for the one in progress.
package final class SteadyClient: Sendable {
    private struct Result {
        var times = Samples()
        var error: (any Error)?
    }

    private let isEnding = Atomic(false)
    private let result = Mutex(Result())
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts to request the paths in turn.
    package convenience init(_ address: URL, _ paths: [String], interval: Duration) {
        self.init(address, connections: 1, interval: interval) { _ = try $0.body(paths[$1 % paths.count]) }
    }

    /// Starts to send requests.
    /// - Parameter request: Sends a request and receives its answer. Its parameter is the number of the request.
    package init(
        _ address: URL, connections: Int, interval: Duration,
        _ request: @escaping @Sendable (LoadGenerator, Int) throws -> Void
    ) {
        Thread { [self] in
            do {
                try run(LoadGenerator(address, connections: connections), interval, request)
            } catch {
                result.withLock { $0.error = error }
            }
            isDone.signal()
        }.start()
    }

    /// Stops and returns the time of each answer.
    /// - Throws: The error of the first request with an unexpected answer.
    package func stop() throws -> Samples {
        isEnding.store(true, ordering: .relaxed)
        isDone.wait()
        return try result.withLock { result in
            if let error = result.error { throw error }
            return result.times
        }
    }

    private func run(
        _ load: LoadGenerator, _ interval: Duration, _ request: (LoadGenerator, Int) throws -> Void
    ) throws {
        let clock = ContinuousClock()
        var due = clock.now
        var count = 0
        while !isEnding.load(ordering: .relaxed) {
            let wait = clock.now.duration(to: due)
            if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
            try request(load, count)
            let time = due.duration(to: clock.now)
            result.withLock { $0.times.append(time) }
            due += interval
            count += 1
        }
    }
}
