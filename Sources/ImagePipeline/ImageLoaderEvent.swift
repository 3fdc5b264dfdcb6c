public import Foundation

/// A stage of loading an image, once it has ended.
public struct ImageLoaderEvent: Hashable, Sendable {
    /// What was done.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// Waiting for a place: of the disk, the network or the decoder.
        case queue
        /// A look for the picture in memory.
        case memory
        /// A look for the encoded bytes in the cache.
        case disk
        /// Fetching the encoded bytes from the server.
        case download
        /// Making a picture from the encoded bytes.
        case decode
        /// A request from its beginning to its end.
        case request
    }

    /// How the stage ended.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// What was looked for, or asked for, is there.
        case done
        /// What was looked for isn't there.
        case notFound
        /// The stage failed.
        case failed
        /// The stage was cancelled.
        case cancelled
    }

    /// What was done.
    public let stage: Stage
    /// The image. Its URL may carry user info.
    public let url: URL
    /// The number of the request, for `memory` and `request`; all requests of a URL share the other stages.
    public let request: Int?
    /// When the stage began.
    public let start: ContinuousClock.Instant
    /// When the stage ended.
    public let end: ContinuousClock.Instant
    /// The count of encoded bytes for `disk` and `download`, of decoded ones for `memory` and `decode`.
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
