import EssentialFeed
import Foundation
import Synchronization
import TestSupport

/// An in-memory store that records each step, fails on demand, and then rolls back.
final class FeedStoreSpy: FeedStore {
    enum Step: Hashable {
        case retrieve
        case begin, delete, insert(CachedFeed), commit, rollback
        case deleteCache(loadedAt: Date?)
    }

    /// Where the store can fail.
    enum Failure: Hashable {
        /// Retrieving fails, because the stored feed is damaged or for another reason.
        case damage, retrieve
        case begin, delete, insert, commit, deleteCache
    }

    /// Where a call can be made to wait.
    enum Pause: Hashable {
        /// The feed was read and is not yet delivered.
        case retrieved
        /// The transaction has begun, and cancelling its caller no longer stops it.
        case begun
        /// The transaction took effect, and its caller doesn't know it yet.
        case committed
    }

    struct Failed: FeedStoreError, Hashable {
        let at: Failure
        var isDamage: Bool { at == .damage }
    }

    private struct State {
        var cached: CachedFeed?
        var steps: [Step] = []
        var failures: Set<Failure>
    }

    private let state: Mutex<State>
    private let pause: @Sendable (Pause) async throws -> Void

    init(
        _ cached: CachedFeed? = nil, failing failures: Set<Failure> = [],
        pause: @escaping @Sendable (Pause) async throws -> Void = { _ in }
    ) {
        state = Mutex(State(cached: cached, failures: failures))
        self.pause = pause
    }

    /// Creates a store whose calls wait at a place until the test releases them.
    convenience init(
        _ cached: CachedFeed? = nil, failing failures: Set<Failure> = [], holding place: Pause, in held: HeldCalls<Void>
    ) {
        self.init(cached, failing: failures) { if $0 == place { try await held.call(isCancellable: false) } }
    }

    var cached: CachedFeed? { state.withLock { $0.cached } }
    var steps: [Step] { state.withLock { $0.steps } }
    /// The steps that change the stored data, or try to.
    var writes: [Step] { steps.filter { $0 != .retrieve } }

    /// Returns the feed stored after a number of steps, and the feeds inserted since.
    func cachedSince(_ count: Int) -> [CachedFeed] {
        let steps = steps
        let inserted = steps.indices.filter { if case .insert = steps[$0] { true } else { false } }
        let last = inserted.last { $0 < count } ?? 0
        return inserted.filter { $0 >= last }.compactMap { if case .insert(let feed) = steps[$0] { feed } else { nil } }
    }

    func fail(at failures: Set<Failure>) {
        state.withLock { $0.failures = failures }
    }

    func retrieve() async throws -> CachedFeed? {
        let cached = try state.withLock { state in
            state.steps.append(.retrieve)
            for failure in [Failure.damage, .retrieve] where state.failures.contains(failure) {
                throw Failed(at: failure)
            }
            return state.cached
        }
        try await pause(.retrieved)
        return cached
    }

    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws {
        try state.withLock { state in
            if state.failures.contains(.begin) { throw Failed(at: .begin) }
        }
        try await pause(.begun)
        try state.withLock { state in
            state.steps.append(.begin)
            let transaction = Transaction(cached: state.cached, failures: state.failures)
            do {
                try steps(transaction)
                if state.failures.contains(.commit) { throw Failed(at: .commit) }
            } catch {
                state.steps += transaction.steps + [.rollback]
                throw error
            }
            state.steps += transaction.steps + [.commit]
            state.cached = transaction.cached
        }
        try await pause(.committed)
    }

    func delete(loadedAt: Date?) async throws {
        try state.withLock { state in
            state.steps.append(.deleteCache(loadedAt: loadedAt))
            if state.failures.contains(.deleteCache) { throw Failed(at: .deleteCache) }
            guard loadedAt == nil || loadedAt == state.cached?.loadedAt else { return }
            state.cached = nil
        }
    }

    private final class Transaction: FeedStoreTransaction {
        private(set) var cached: CachedFeed?
        private(set) var steps: [Step] = []
        private let failures: Set<Failure>

        init(cached: CachedFeed?, failures: Set<Failure>) {
            self.cached = cached
            self.failures = failures
        }

        func retrieve() throws -> CachedFeed? {
            if failures.contains(.damage) { throw Failed(at: .damage) }
            return cached
        }

        func delete() throws {
            steps.append(.delete)
            if failures.contains(.delete) { throw Failed(at: .delete) }
            cached = nil
        }

        func insert(_ feed: CachedFeed) throws {
            steps.append(.insert(feed))
            if failures.contains(.insert) { throw Failed(at: .insert) }
            cached = feed
        }
    }
}
