import NIOPosix

/// Writes the index of an import bit by bit, also while the task that imports is being cancelled. After a failure
/// nothing more is written.
actor IndexParts {
    private let file: IndexStateFile?
    private let threads: NIOThreadPool
    /// Why the index is not kept, in words.
    private(set) var failure: String?

    init(file: IndexStateFile?, threads: NIOThreadPool) {
        self.file = file
        self.threads = threads
    }

    /// Replaces what was kept.
    func begin(with state: IndexState) async {
        await write { try $0.save(state) }
    }

    func append(_ facts: [(IndexState.Key, PhotoFacts)]) async {
        guard !facts.isEmpty else { return }
        await write { try $0.append(facts) }
    }

    private func write(_ body: @escaping @Sendable (IndexStateFile) throws -> Void) async {
        guard let file, failure == nil else { return }
        do {
            // A task of its own: what was read is kept although the import is cancelled.
            try await Task { [threads] in try await threads.runIfActive { try body(file) } }.value
        } catch {
            failure = "\(error)"
        }
    }
}
