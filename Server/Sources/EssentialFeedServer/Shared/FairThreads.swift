import NIOPosix

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
