/// The timeouts and the maximum number of a server's connections.
public struct ConnectionLimits: Hashable, Sendable {
    /// The timeout for a request's head: the first from the start of the connection, later ones from their first byte.
    public var requestHead = Duration.seconds(10)
    /// The timeout for idle connections.
    public var idle = Duration.seconds(60)
    /// The minimum rate at which a client must receive a response, averaged over ``readerWindow``.
    public var minimumBytesPerSecond = 1_024
    /// The window over which the rate is averaged, and during which a client may pause.
    public var readerWindow = Duration.seconds(30)
    /// The maximum number of open connections; lower if the process can't open as many files.
    public var connections = 512
    /// The maximum number of connections from one IPv4 address or one /64 block of IPv6 addresses.
    ///
    /// With a public URL, connections from the server's own machine belong to a proxy and count only toward the total.
    public var connectionsByAddress = 128
    /// How long a shutdown waits for responses in progress.
    public var shutdown = Duration.seconds(10)

    /// Creates the default limits.
    public init() {}
}
