import Synchronization

/// The last answers, as long as nothing changes.
final class RecentAnswers<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var version: CatalogVersion?
        var answers: [Key: Answer] = [:]
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Returns the answer of a version, or `nil` if it isn't known.
    func answer(for key: Key, at version: CatalogVersion) -> Answer? {
        state.withLock { $0.version == version ? $0.answers[key] : nil }
    }

    /// Remembers an answer that was made after the version was read.
    func insert(_ answer: Answer, for key: Key, at version: CatalogVersion) {
        state.withLock { state in
            if state.version != version || state.answers.count >= maximum {
                state = State(version: version)
            }
            state.answers[key] = answer
        }
    }
}
