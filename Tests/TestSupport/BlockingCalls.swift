import Dispatch
import Synchronization

/// A library's blocking calls, one after the other on a separate thread.
///
/// A call that doesn't return, such as one to a program that never answers, fails the test and each following one at
/// once: its thread can't be ended.
public final class BlockingCalls: Sendable {
    /// A call hasn't returned in time.
    public struct Stuck: Error, CustomStringConvertible {
        let call: String
        let limit: Duration

        public var description: String { "a call has not returned within \(limit): \(call)" }
    }

    private let queue: DispatchQueue
    /// The call that has not returned in time; `nil` again once it returns after all.
    private let stuck = Mutex<Stuck?>(nil)

    /// - Parameter label: The name of the thread's queue in debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Makes a call and returns its result.
    /// - Parameters:
    ///   - what: The purpose of the call.
    ///   - limit: The time after which a call is considered blocked forever.
    /// - Throws: The call's error, or ``Stuck``.
    public func make<Value: Sendable>(
        _ what: String, within limit: Duration = .seconds(300), _ call: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        if let stuck = stuck.withLock(\.self) { throw stuck }
        let answer = Watched<Result<Value, any Error>?>(nil)
        queue.async { [self] in
            let result = Result { try call() }
            answer.update { $0 = result }
            stuck.withLock { $0 = nil }
        }
        let result: Result<Value, any Error>?
        do {
            result = try await answer.wait(within: limit) { $0 != nil }
        } catch is TimedOut {
            let failure = Stuck(call: what, limit: limit)
            // It may have returned just now.
            stuck.withLock { if answer.value == nil { $0 = failure } }
            throw failure
        }
        guard let result else { preconditionFailure("the wait ended without a result") }
        return try result.get()
    }
}
