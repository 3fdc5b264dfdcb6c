import Dispatch
import Foundation
import Synchronization

/// Watches for SIGINT, SIGTERM and SIGHUP (unless `nohup` ignores it). The first signal starts an orderly end; a second
/// one ends the program at once.
enum TerminationSignals {
    /// Runs the work; a signal doesn't cancel it. It receives a closure that returns when the first signal arrives.
    static func watching<Value>(
        _ work: (_ untilFirstSignal: @escaping @Sendable () async -> Void) async throws -> Value
    ) async rethrows -> Value {
        let (signals, continuation) = AsyncStream<Never>.makeStream()
        return try await watching(onFirst: { _ in continuation.finish() }) {
            try await work { for await _ in signals {} }
        }
    }

    /// Runs the work, which the first signal cancels, then the orderly end. Throws ``Interruption`` if a signal
    /// arrived.
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
            // A signal during the orderly end doesn't change the work's outcome.
            let interruption = first.withLock { $0 }.map(Interruption.init)
            await orderlyEnd()
            if let interruption { throw interruption }
            return try result.get()
        }
    }

    /// `onFirst` is called at most once, on a separate queue.
    private static func watching<Value>(
        onFirst: @escaping @Sendable (ExitStatus) -> Void, _ work: () async throws -> Value
    ) async rethrows -> Value {
        let hasArrived = Atomic(false)
        // A separate queue, because all threads of the shared queues may be blocked.
        let queue = DispatchQueue(label: "essential-feed.signals")
        let signals = [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp)]
        let sources = signals.filter { $0.0 != SIGHUP || !isIgnored(SIGHUP) }.map { number, status in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                guard !hasArrived.exchange(true, ordering: .relaxed) else { _exit(status.rawValue) }
                onFirst(status)
            }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await work()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

struct Interruption: Error {
    let status: ExitStatus
}
