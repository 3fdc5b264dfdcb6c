public import Foundation

/// What one stage of an image took, for whoever looks where the time went.
public struct FeedImageTraceEvent: Hashable, Sendable {
    /// What was done.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// Waiting for a place: of the disk, the network or the decoder.
        case queue
        case memory, disk
        /// From the beginning of the download until there is a connection, and from then until the first byte of the
        /// answer: parts of `download`, told where the client measures them.
        case connect, firstByte
        case download, decode
        /// A request from its beginning to its end.
        case total
    }

    /// How it ended.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        case done, notFound, failed, cancelled
    }

    public let stage: Stage
    public let url: URL
    /// The number of the request, for `memory` and `total`; the other stages are shared by all requests of the URL.
    public let request: Int?
    /// Since the pipeline was made.
    public let began: Duration
    /// Since the pipeline was made.
    public let ended: Duration
    /// Encoded bytes of `disk` and `download`, decoded ones of `memory` and `decode`.
    public let bytes: Int?
    public let outcome: Outcome

    public init(
        stage: Stage, url: URL, request: Int?, began: Duration, ended: Duration, bytes: Int?, outcome: Outcome
    ) {
        self.stage = stage
        self.url = url
        self.request = request
        self.began = began
        self.ended = ended
        self.bytes = bytes
        self.outcome = outcome
    }
}
