import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, or a request to end.
struct Interruption: Error {
    let status: ExitStatus

    /// Runs the work and cancels it at the first SIGINT or SIGTERM; a second one ends the program at once.
    /// - Throws: ``Interruption`` once the cancelled work has ended, or the work's own error.
    static func watching<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let received = Mutex<ExitStatus?>(nil)
        let task = Task { try await work() }
        let sources = [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)].map { number, status in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let isFirst = received.withLock { first in
                    defer { first = first ?? status }
                    return first == nil
                }
                guard isFirst else { exit(status.rawValue) }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        let result = await task.result
        if let status = received.withLock({ $0 }) { throw Interruption(status: status) }
        return try result.get()
    }
}
