/// The rate at which a client may send requests: a burst and an average per second.
public struct RequestRate: Hashable, Sendable {
    /// The number of requests allowed at once.
    public var burst: Int
    /// The average number of requests allowed per second.
    public var perSecond: Int

    /// Creates a rate; both numbers are raised to 1 if smaller.
    public init(burst: Int, perSecond: Int) {
        (self.burst, self.perSecond) = (max(1, burst), max(1, perSecond))
    }
}

/// The request rates that a server allows.
public struct RequestLimits: Hashable, Sendable {
    /// The rate for each token.
    public var byToken = RequestRate(burst: 5_000, perSecond: 500)
    /// The rate for each IPv4 address and each /64 block of IPv6 addresses while access needs no token. Requests from
    /// the server's own machine aren't limited.
    public var byAddress = RequestRate(burst: 10_000, perSecond: 1_000)
    /// The rate for each address whose requests have no valid token. Valid tokens are accepted even beyond this limit:
    /// their 256 bits can't be guessed, so the limit only saves work, and one member of a household can't lock out the
    /// others.
    public var refused = RequestRate(burst: 60, perSecond: 1)

    /// Creates the default limits: enough for a family behind one address that syncs thousands of images.
    public init() {}
}
