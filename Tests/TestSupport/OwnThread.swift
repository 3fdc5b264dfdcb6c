import Foundation

/// Does work that keeps a processor busy on a thread of its own: those that all tests share are few, and tests that wait
/// for a server or a disk need them.
///
/// What the work finds it returns or throws: an issue that it records belongs to no test.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
