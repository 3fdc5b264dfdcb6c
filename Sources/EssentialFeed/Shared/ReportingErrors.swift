/// Does work whose error is reported and doesn't fail a load.
/// - Returns: What the work returned; `nil` after an error.
/// - Throws: `CancellationError` if the task has been cancelled.
@discardableResult
func reportingErrors<Value: Sendable>(
    to report: (any Error) -> Void, _ work: () async throws -> Value
) async throws -> Value? {
    var value: Value?
    do {
        value = try await work()
    } catch {
        try Task.checkCancellation()
        report(error)
    }
    try Task.checkCancellation()
    return value
}
