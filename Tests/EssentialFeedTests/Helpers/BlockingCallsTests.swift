import Dispatch
import TestSupport
import Testing

/// Calls that don't return fail a test in time.
@Suite(.detectsHangs) struct BlockingCallsTests {
    @Test func `A call that doesn't return fails in time, and until it returns, others fail at once`() async throws {
        let calls = BlockingCalls(label: "blocking calls")
        let end = DispatchSemaphore(value: 0)
        let first = await #expect(throws: BlockingCalls.Stuck.self) {
            try await calls.make("the first call", within: .milliseconds(10)) { end.wait() }
        }
        let next = await #expect(throws: BlockingCalls.Stuck.self) { try await calls.make("the next call") { 1 } }
        #expect(next?.description == first?.description, "the next call wasn't made")
        #expect(first?.description.hasSuffix("the first call") == true)

        end.signal()
        var answer: Int?
        while answer == nil {
            do {
                answer = try await calls.make("a later call") { 2 }
            } catch is BlockingCalls.Stuck {
                await Task.yield()
            }
        }
        #expect(answer == 2)
    }

    @Test func `A call's error is the caller's, and the next call works at once`() async throws {
        let calls = BlockingCalls(label: "blocking calls")
        await #expect(throws: CancellationError.self) {
            try await calls.make("a call") { () throws -> Int in throw CancellationError() }
        }
        #expect(try await calls.make("the next call") { 1 } == 1)
    }
}
