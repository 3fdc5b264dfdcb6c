import Synchronization

/// Does for each client one thing at a time, in order, so no client keeps the others waiting.
final class Turns: Sendable {
    /// The work that waits for earlier work of the same client. A client without running work is left out.
    let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

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
