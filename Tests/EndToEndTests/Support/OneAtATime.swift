import Synchronization
import Testing

extension Trait where Self == OneAtATime {
    /// Runs the tests of a suite one after the other, in the order in which the run's seed starts them. `.serialized`
    /// runs them in the order of the source.
    static var oneAtATime: Self { OneAtATime() }
}

/// A recursive suite trait must be a test trait as well.
struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
    /// Finishes with the test that was queued last.
    private static let last = Mutex(AsyncStream<Never> { $0.finish() })

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let (own, end) = AsyncStream<Never>.makeStream()
        let previous = Self.last.withLock { last in
            defer { last = own }
            return last
        }
        defer { end.finish() }
        for await _ in previous {}
        try await function()
    }
}
