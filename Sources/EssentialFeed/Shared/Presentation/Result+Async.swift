extension Result where Failure == any Error {
    /// Creates a result from the value or error of the work.
    init(of work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
