import Dispatch
import Foundation
import Synchronization

/// Watches for SIGINT and SIGTERM: the first asks for an orderly end, a second one ends the program at once.
final class EndSignals: Sendable {
    private let isAsked = Mutex(false)
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    private init() {
        (requests, continuation) = AsyncStream.makeStream()
    }

    /// Does the work, which is handed what waits for the first signal.
    static func watching<Value>(
        _ work: (_ firstSignal: @escaping @Sendable () async -> Void) async throws -> Value
    ) async rethrows -> Value {
        let signals = EndSignals()
        // A queue of its own: the threads of the others may all be waiting.
        let queue = DispatchQueue(label: "essential-feed.signals")
        let sources = [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)].map { number, status in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { signals.receive(status) }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await work { for await _ in signals.requests {} }
    }

    private func receive(_ status: ExitStatus) {
        let isFirst = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return !isAsked
        }
        guard isFirst else { _exit(status.rawValue) }
        continuation.finish()
    }
}
