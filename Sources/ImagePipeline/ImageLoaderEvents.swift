import Foundation

/// Reports events to a listener. Without a listener, this costs nothing and doesn't read the clock.
struct ImageLoaderEvents: Sendable {
    typealias Instant = ContinuousClock.Instant

    private let onEvent: (@Sendable (ImageLoaderEvent) -> Void)?
    private let time: @Sendable () -> Instant
    private let start = ContinuousClock.now

    init(now: @escaping @Sendable () -> Instant, onEvent: (@Sendable (ImageLoaderEvent) -> Void)?) {
        self.onEvent = onEvent
        time = now
    }

    /// The current time, or a constant if there is no listener.
    var now: Instant { onEvent == nil ? start : time() }

    /// Reports a stage that ended now or at the given time.
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
