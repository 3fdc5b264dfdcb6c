public import Foundation

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

/// A completed stage of loading an image.
public struct ImageLoaderEvent: Hashable, Sendable {
    /// The kind of stage.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// Waiting for a slot for a disk read, a download or a decode.
        case queue
        /// Looking up the picture in memory.
        case memory
        /// Looking up the encoded bytes in the cache.
        case disk
        /// Downloading the encoded bytes from the server.
        case download
        /// Decoding the picture.
        case decode
        /// A whole request.
        case request
    }

    /// How the stage ended.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The stage succeeded.
        case done
        /// The lookup didn't find the image.
        case notFound
        /// The stage failed.
        case failed
        /// The stage was cancelled.
        case cancelled
    }

    /// The kind of stage.
    public let stage: Stage
    /// The URL of the image. It may contain user info.
    public let url: URL
    /// The request number for `memory` and `request`. Other stages are shared by all requests of a URL.
    public let request: Int?
    /// When the stage began.
    public let start: ContinuousClock.Instant
    /// When the stage ended.
    public let end: ContinuousClock.Instant
    /// The number of encoded bytes for `disk` and `download`, or decoded bytes for `memory` and `decode`.
    public let bytes: Int?
    /// How the stage ended.
    public let outcome: Outcome

    /// Creates an event.
    public init(
        stage: Stage, url: URL, request: Int?, start: ContinuousClock.Instant, end: ContinuousClock.Instant,
        bytes: Int?,
        outcome: Outcome
    ) {
        self.stage = stage
        self.url = url
        self.request = request
        self.start = start
        self.end = end
        self.bytes = bytes
        self.outcome = outcome
    }
}
