/// How long a server waits for its clients, and how many connections it accepts.
public struct ConnectionLimits: Hashable, Sendable {
    /// The time for the head of a request: from the start of the connection, later from the first byte of the head.
    public var requestHead = Duration.seconds(10)
    /// The time after which an idle connection is closed.
    public var idle = Duration.seconds(60)
    /// The minimum rate at which a client must receive a response, averaged over ``readerWindow``.
    public var minimumBytesPerSecond = 1_024
    /// The time over which the rate is averaged, and during which a client may pause.
    public var readerWindow = Duration.seconds(30)
    /// The maximum number of open connections; lower if the process may not open as many files.
    public var connections = 512
    /// The maximum number of connections from one IPv4 address or one /64 block of IPv6 addresses.
    ///
    /// With a public URL, connections from this machine belong to a proxy and count only in total.
    public var connectionsByAddress = 128
    /// The time that a shutdown allows for responses in progress.
    public var shutdown = Duration.seconds(10)

    /// Creates the default limits.
    public init() {}
}
