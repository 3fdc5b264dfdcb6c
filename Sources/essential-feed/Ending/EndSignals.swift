import Dispatch
import Foundation
import Synchronization

/// Watches for SIGINT and SIGTERM. The first signal asks for an orderly end; a second one ends the program at once, even
/// during the orderly end.
enum EndSignals {
    /// Runs the work.
    /// - Parameter work: Receives a closure that returns when the first signal arrives.
    static func watching<Value>(
        _ work: (_ untilFirstSignal: @escaping @Sendable () async -> Void) async throws -> Value
    ) async rethrows -> Value {
        let (signals, continuation) = AsyncStream<Never>.makeStream()
        return try await watching(onFirst: { _ in continuation.finish() }) {
            try await work { for await _ in signals {} }
        }
    }

    /// Runs the work, which the first signal cancels, then the orderly end.
    /// - Throws: ``Interruption`` if a signal arrived, otherwise the work's own error.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, orderlyEnd: @Sendable () async -> Void
    ) async throws -> Value {
        let task = Task { try await work() }
        let first = Mutex(ExitStatus?.none)
        return try await watching { status in
            first.withLock { $0 = status }
            task.cancel()
        } _: {
            let result = await task.result
            // A signal during the orderly end changes nothing about how the work ended.
            let interruption = first.withLock { $0 }.map(Interruption.init)
            await orderlyEnd()
            if let interruption { throw interruption }
            return try result.get()
        }
    }

    /// - Parameter onFirst: Called at most once, with the status to exit with, on a separate queue.
    private static func watching<Value>(
        onFirst: @escaping @Sendable (ExitStatus) -> Void, _ work: () async throws -> Value
    ) async rethrows -> Value {
        let isAsked = Mutex(false)
        // A separate queue, because all threads of the shared ones may be blocked.
        let queue = DispatchQueue(label: "essential-feed.signals")
        let sources = [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)].map { number, status in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = isAsked.withLock { isAsked in
                    defer { isAsked = true }
                    return !isAsked
                }
                guard isFirst else { _exit(status.rawValue) }
                onFirst(status)
            }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await work()
    }
}

/// The error of a program that a signal ended.
struct Interruption: Error {
    let status: ExitStatus
}
