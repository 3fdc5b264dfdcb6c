/// Saves a load's result. An error is reported and doesn't fail the load.
/// - Returns: What saving returned; `nil` after an error.
/// - Throws: `CancellationError` if the task has been cancelled.
@discardableResult
func saving<Value: Sendable>(
    reportingTo report: (any Error) -> Void, _ write: () async throws -> Value
) async throws -> Value? {
    var value: Value?
    do {
        value = try await write()
    } catch {
        try Task.checkCancellation()
        report(error)
    }
    try Task.checkCancellation()
    return value
}
