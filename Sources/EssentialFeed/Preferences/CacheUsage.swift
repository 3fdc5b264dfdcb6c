/// The disk usage of the caches, in bytes.
package struct CacheUsage: Hashable, Sendable {
    /// The size of all caches, including those of servers that were forgotten.
    package let total: Int
    /// The size of each server's cache. Folders aren't cached.
    package let byServer: [RememberedServer: Int]

    /// Creates a usage from its numbers of bytes.
    package init(total: Int, byServer: [RememberedServer: Int]) {
        self.total = total
        self.byServer = byServer
    }
}
