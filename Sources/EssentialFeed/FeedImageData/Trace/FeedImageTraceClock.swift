public import HTTPTransport
public import ImagePipeline

/// The time that a trace counts from, for those stages that are measured outside of the pipeline.
public struct FeedImageTraceClock: Sendable {
    private let start: ContinuousClock.Instant

    public init(start: ContinuousClock.Instant) {
        self.start = start
    }

    /// The parts of a download until its answer begins: until it had a connection, and from then on.
    public func events(of timing: RequestTiming) -> [FeedImageTraceEvent] {
        let parts: [(FeedImageTraceEvent.Stage, ContinuousClock.Instant, ContinuousClock.Instant)] = [
            (.connect, timing.began, timing.connected), (.firstByte, timing.connected, timing.answered),
        ]
        return parts.map { stage, began, ended in
            FeedImageTraceEvent(
                stage: stage, url: timing.url, request: nil, began: start.duration(to: began),
                ended: start.duration(to: ended), bytes: nil, outcome: .done)
        }
    }
}
