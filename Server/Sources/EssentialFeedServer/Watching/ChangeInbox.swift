import Synchronization

/// Collects changes until they are taken, all at once.
final class ChangeInbox: Sendable {
    private let changes = Mutex(FolderChanges())
    private let signal: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (signal, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ new: FolderChanges) {
        guard !new.isEmpty else { return }
        changes.withLock { $0.formUnion(new) }
        continuation.yield()
    }

    /// Waits for changes and takes them; `nil` if the task is cancelled. Only one task can wait at a time.
    func next() async -> FolderChanges? {
        for await _ in signal {
            let taken = changes.withLock { changes in
                defer { changes = FolderChanges() }
                return changes
            }
            if !taken.isEmpty { return taken }
        }
        return nil
    }
}
