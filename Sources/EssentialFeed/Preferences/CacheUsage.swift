/// The disk usage of the caches, in bytes.
public struct CacheUsage: Hashable, Sendable {
    /// The size of all caches, including those of servers that were forgotten.
    public let total: Int
    /// The size of each server's cache. Folders aren't cached.
    public let byServer: [RememberedServer: Int]

    /// Creates a usage from its numbers of bytes.
    public init(total: Int, byServer: [RememberedServer: Int]) {
        self.total = total
        self.byServer = byServer
    }
}
