import NIOPosix
import Synchronization

/// Runs blocking work on a few threads, for each client one piece at a time, so no client keeps the others waiting.
final class FairThreads: Sendable {
    let threads: NIOThreadPool
    private let turns = Turns()

    init(_ threads: NIOThreadPool) {
        self.threads = threads
    }

    /// - Parameter client: The client of the work; `nil` for work that needn't wait for its turn.
    /// - Throws: An error of the work, or `CancellationError`.
    func run<Value: Sendable>(
        for client: String?, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard let client else { return try await threads.runIfActive(work) }
        return try await turns.take(for: client) { try await threads.runIfActive(work) }
    }
}

/// Does for each client one thing at a time, in order, so no client keeps the others waiting.
final class Turns: Sendable {
    /// The work that waits for earlier work of the same client. A client without running work is left out.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// - Throws: An error of the work, or `CancellationError`.
    func take<Value>(for client: String, _ work: () async throws -> Value) async throws -> Value {
        await wait(for: client)
        defer { end(for: client) }
        try Task.checkCancellation()
        return try await work()
    }

    private func wait(for client: String) async {
        await withCheckedContinuation { continuation in
            let isNext = waiting.withLock { waiting in
                guard waiting[client] != nil else {
                    waiting[client] = []
                    return true
                }
                waiting[client]?.append(continuation)
                return false
            }
            if isNext { continuation.resume() }
        }
    }

    private func end(for client: String) {
        let next = waiting.withLock { waiting in
            guard waiting[client]?.isEmpty == false else {
                waiting[client] = nil
                return nil as CheckedContinuation<Void, Never>?
            }
            return waiting[client]?.removeFirst()
        }
        next?.resume()
    }
}
