/// A step of validating the caches or ending a session. Its raw value names it in a log.
public enum SessionStep: String, Hashable, Sendable, CaseIterable {
    /// Deletes the cached feed of this server if it has expired or is damaged.
    case validateCache = "validating the cache"
    /// Deletes the caches of other servers that have expired.
    case validateUnusedCaches = "validating the caches of other servers"
    /// Ends all requests and connections.
    case closeConnections = "closing connections"
    /// Deletes a cache that isn't kept.
    case deleteCache = "deleting the cache"
    /// Closes the cache.
    case closeCache = "closing the cache"
}
