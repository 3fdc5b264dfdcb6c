/// A signal that one task waits for. Several signals before the wait count as one.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func send() {
        continuation.yield()
    }

    /// Returns after a signal, or when the task is cancelled.
    func wait() async {
        for await _ in stream { return }
    }
}
