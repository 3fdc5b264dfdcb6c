import Synchronization

/// A cache of answers for one catalog version.
final class RecentAnswers<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var version: CatalogVersion?
        var answers: [Key: Answer] = [:]
        var size = 0
    }

    /// The maximum sum of the answers' sizes.
    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Returns the cached answer for a version, or `nil` on a cache miss.
    func answer(for key: Key, at version: CatalogVersion) -> Answer? {
        state.withLock { $0.version == version ? $0.answers[key] : nil }
    }

    /// Caches an answer that was made after the version was read.
    /// - Parameter size: The answer's share of the maximum. Larger answers than the maximum aren't cached.
    func insert(_ answer: Answer, for key: Key, at version: CatalogVersion, size: Int = 1) {
        guard size <= maximum else { return }
        state.withLock { state in
            if state.version != version || state.size + size > maximum { state = State(version: version) }
            if state.answers.updateValue(answer, forKey: key) == nil { state.size += size }
        }
    }
}
