import EssentialFeed
import Synchronization

/// The saved feed of a server: for whoever wants it first, what was read while the app started; read anew from then on.
nonisolated final class SavedPage: Sendable {
    private let first: Mutex<Task<FeedPage, any Error>?>
    private let useCases: Task<UseCases, Never>

    /// - Parameter first: reads it already.
    init(first: Task<FeedPage, any Error>, _ useCases: Task<UseCases, Never>) {
        self.first = Mutex(first)
        self.useCases = useCases
    }

    /// - Throws: ``LoadFeedError``, or `CancellationError`.
    func load() async throws -> FeedPage {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        guard let first else { return try await useCases.value.loadFeed.loadCached() }
        return try await first.value
    }
}
