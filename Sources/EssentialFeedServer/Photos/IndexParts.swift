import NIOPosix

/// Saves the index part by part while the photos are read, so that a cancelled start loses little.
///
/// After an error nothing more is written.
actor IndexParts {
    private let file: IndexStateFile?
    private let threads: NIOThreadPool
    /// The reason the index can't be saved, in words.
    private(set) var errorDescription: String?

    /// - Parameter file: `nil` if the index isn't saved.
    init(file: IndexStateFile?, threads: NIOThreadPool) {
        self.file = file
        self.threads = threads
    }

    /// Replaces the saved index.
    func begin(with state: IndexState) async {
        await write { try $0.save(state) }
    }

    func append(_ facts: [(IndexState.Key, PhotoFacts)]) async {
        guard !facts.isEmpty else { return }
        await write { try $0.append(facts) }
    }

    private func write(_ body: @escaping @Sendable (IndexStateFile) throws -> Void) async {
        guard let file, errorDescription == nil else { return }
        do {
            // An unstructured task writes even if the calling task is cancelled.
            try await Task { [threads] in try await threads.runIfActive { try body(file) } }.value
        } catch {
            errorDescription = "\(error)"
        }
    }
}
