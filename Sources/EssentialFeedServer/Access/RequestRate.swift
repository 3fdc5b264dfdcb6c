/// How many requests somebody may send: so many at once, and so many a second on average.
public struct RequestRate: Hashable, Sendable {
    /// The number of requests that may come at once.
    public var burst: Int
    /// The number of requests a second that may come for any length of time.
    public var perSecond: Int

    /// Creates a rate; each number is at least 1.
    public init(burst: Int, perSecond: Int) {
        (self.burst, self.perSecond) = (max(1, burst), max(1, perSecond))
    }
}

/// How many requests a server answers.
public struct RequestLimits: Hashable, Sendable {
    /// For each token.
    public var byToken = RequestRate(burst: 5_000, perSecond: 500)
    /// For each IPv4 address and each /64 block of IPv6 addresses, unless they are this machine's own.
    public var byAddress = RequestRate(burst: 10_000, perSecond: 1_000)
    /// For each address whose requests have no valid token. A valid token is accepted nevertheless: its 256 bits can't be
    /// guessed, so the limit saves work, and one member of a household can't lock out the others.
    public var refused = RequestRate(burst: 60, perSecond: 1)

    /// Creates the default limits: enough for a family behind one address that syncs thousands of images.
    public init() {}
}
