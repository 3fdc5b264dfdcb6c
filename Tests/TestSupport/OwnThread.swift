import Foundation

/// Runs work that keeps a processor busy on a separate thread: the few threads shared by all tests are needed for tests
/// that wait for a server or a disk.
///
/// The work returns or throws what it finds; an issue recorded on this thread would belong to no test.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
