public import Foundation

/// When a request got its connection, and when its response began.
public struct RequestTiming: Hashable, Sendable {
    /// The URL of the request.
    public let url: URL
    /// When the request was handed to the network.
    public let began: ContinuousClock.Instant
    /// When the request went out over a connection, new or reused.
    public let connected: ContinuousClock.Instant
    /// When the head of the response had arrived.
    public let answered: ContinuousClock.Instant

    /// Creates the timing of one request.
    public init(
        url: URL, began: ContinuousClock.Instant, connected: ContinuousClock.Instant, answered: ContinuousClock.Instant
    ) {
        self.url = url
        self.began = began
        self.connected = connected
        self.answered = answered
    }
}
