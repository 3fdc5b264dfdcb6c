import Foundation

/// Reports events to a listener. Without one, it costs nothing, not even a look at the clock.
struct ImageLoaderEvents: Sendable {
    typealias Instant = ContinuousClock.Instant

    private let onEvent: (@Sendable (ImageLoaderEvent) -> Void)?
    private let time: @Sendable () -> Instant
    private let start = ContinuousClock.now

    init(now: @escaping @Sendable () -> Instant, onEvent: (@Sendable (ImageLoaderEvent) -> Void)?) {
        self.onEvent = onEvent
        time = now
    }

    /// The current time, or some constant if nobody listens.
    var now: Instant { onEvent == nil ? start : time() }

    /// Reports a stage that ended now, unless another end is given.
    func report(
        _ stage: ImageLoaderEvent.Stage, _ url: URL, request: Int? = nil, since start: Instant,
        until end: Instant? = nil,
        bytes: @autoclosure () -> Int? = nil, _ outcome: ImageLoaderEvent.Outcome
    ) {
        guard let onEvent else { return }
        onEvent(
            ImageLoaderEvent(
                stage: stage, url: url, request: request, start: start, end: end ?? time(), bytes: bytes(),
                outcome: outcome))
    }
}

extension ImageLoaderEvent.Outcome {
    /// The outcome of a stage that threw an error.
    static func of(_ error: any Error) -> Self {
        error is CancellationError || Task.isCancelled ? .cancelled : .failed
    }
}
