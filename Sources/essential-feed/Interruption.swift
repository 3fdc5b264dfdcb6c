import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, or a request to end.
struct Interruption: Error {
    let status: ExitStatus

    /// Runs the work, then the orderly end. The first SIGINT or SIGTERM cancels the work; a second one ends the program at
    /// once, also during the orderly end.
    /// - Throws: ``Interruption`` once the cancelled work and the orderly end are over, or the work's own error.
    static func watching<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, orderlyEnd: @Sendable () async -> Void
    ) async throws -> Value {
        let received = Mutex<ExitStatus?>(nil)
        let task = Task { try await work() }
        // A queue of its own: the threads of the others may all be waiting.
        let queue = DispatchQueue(label: "essential-feed.signals")
        let sources = [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)].map { number, status in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = received.withLock { first in
                    defer { first = first ?? status }
                    return first == nil
                }
                guard isFirst else { _exit(status.rawValue) }
                task.cancel()
            }
            source.resume()
            return source
        }
        let result = await task.result
        let interruption = received.withLock { $0 }
        await orderlyEnd()
        for source in sources { source.cancel() }
        if let interruption { throw Interruption(status: interruption) }
        return try result.get()
    }
}
