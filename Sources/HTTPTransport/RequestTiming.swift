public import Foundation

/// When a request had a connection, and when its answer began.
public struct RequestTiming: Hashable, Sendable {
    public let url: URL
    /// When it was given to the network.
    public let began: ContinuousClock.Instant
    /// When it went out over a connection, new or kept.
    public let connected: ContinuousClock.Instant
    /// When the head of its answer was there.
    public let answered: ContinuousClock.Instant

    public init(
        url: URL, began: ContinuousClock.Instant, connected: ContinuousClock.Instant, answered: ContinuousClock.Instant
    ) {
        self.url = url
        self.began = began
        self.connected = connected
        self.answered = answered
    }
}
