/// How many bytes the caches have on the disk.
public struct CacheUsage: Hashable, Sendable {
    /// The bytes of all caches, also of servers that nobody remembers.
    public let total: Int
    /// The bytes of each server's cache. A folder has none.
    public let byServer: [RememberedServer: Int]

    /// Creates a usage from its numbers of bytes.
    public init(total: Int, byServer: [RememberedServer: Int]) {
        self.total = total
        self.byServer = byServer
    }
}
