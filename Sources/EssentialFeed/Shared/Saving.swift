/// Writes what a load brought to the cache. A cache that cannot be written does not fail the load: it is reported
/// (B159, B167).
/// - Throws: `CancellationError`, if the load was cancelled meanwhile.
func saving(reportingTo report: (any Error) -> Void, _ write: () async throws -> Void) async throws {
    do {
        try await write()
    } catch {
        try Task.checkCancellation()
        report(error)
    }
    try Task.checkCancellation()
}
