import Synchronization

final class RecentAnswers<Version: Hashable & Sendable, Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private let version = Mutex<Version?>(nil)
    private let answers: BoundedCache<Key, Answer>

    init(maximum: Int) {
        answers = BoundedCache(maximum: maximum)
    }

    func answer(for key: Key, at version: Version) -> Answer? {
        self.version.withLock { $0 == version ? answers[key] : nil }
    }

    /// Caches an answer that was made after the version was read.
    func insert(_ answer: Answer, for key: Key, at version: Version, size: Int) {
        self.version.withLock { current in
            if current != version { answers.removeAll() }
            current = version
            answers.insert(answer, for: key, size: size)
        }
    }
}
