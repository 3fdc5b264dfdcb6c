/// Saves a load's result. An error is reported and doesn't fail the load.
/// - Throws: `CancellationError` if the task has been cancelled.
func saving(reportingTo report: (any Error) -> Void, _ write: () async throws -> Void) async throws {
    do {
        try await write()
    } catch {
        try Task.checkCancellation()
        report(error)
    }
    try Task.checkCancellation()
}
