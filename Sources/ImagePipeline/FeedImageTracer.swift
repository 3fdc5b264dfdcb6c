import Foundation

/// Tells what each stage took, to whoever listens; without one it costs nothing, not even a look at the clock.
struct FeedImageTracer: Sendable {
    private let onEvent: (@Sendable (FeedImageTraceEvent) -> Void)?
    private let time: @Sendable () -> Duration

    init<C: Clock>(clock: C, onEvent: (@Sendable (FeedImageTraceEvent) -> Void)?) where C.Duration == Duration {
        let start = clock.now
        self.onEvent = onEvent
        time = { start.duration(to: clock.now) }
    }

    /// Since the tracer was made.
    var now: Duration { onEvent == nil ? .zero : time() }

    /// - Parameter ended: now, unless another time is given.
    func tell(
        _ stage: FeedImageTraceEvent.Stage, _ url: URL, request: Int? = nil, since began: Duration,
        until ended: Duration? = nil, bytes: @autoclosure () -> Int? = nil, _ outcome: FeedImageTraceEvent.Outcome
    ) {
        guard let onEvent else { return }
        onEvent(
            FeedImageTraceEvent(
                stage: stage, url: url, request: request, began: began, ended: ended ?? time(), bytes: bytes(),
                outcome: outcome))
    }
}

extension FeedImageTraceEvent.Outcome {
    /// How a failed stage is told.
    static func of(_ error: any Error) -> Self {
        if error is CancellationError || Task.isCancelled { return .cancelled }
        if case ImageCacheError.notFound = error { return .notFound }
        return .failed
    }
}
