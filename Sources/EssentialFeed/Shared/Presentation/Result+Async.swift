extension Result where Failure == any Error {
    /// Creates a result of what the work returns or throws.
    init(of work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
