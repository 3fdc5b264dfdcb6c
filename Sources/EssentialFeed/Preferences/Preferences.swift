/// What a person can set in the app.
public struct Preferences: Hashable, Sendable {
    /// The servers that the app remembers.
    public var servers: SavedServers
    /// The most bytes that all cached images may have.
    public var imageLimit: Int
    /// Whether the images of the feed are cached quietly, to be seen offline.
    public var keepsImagesOffline: Bool
    /// Whether the desktop notifies of new photos while the window is in the background.
    public var notifiesOfNewPhotos: Bool

    /// Creates preferences.
    public init(servers: SavedServers, imageLimit: Int, keepsImagesOffline: Bool, notifiesOfNewPhotos: Bool) {
        self.servers = servers
        self.imageLimit = imageLimit
        self.keepsImagesOffline = keepsImagesOffline
        self.notifiesOfNewPhotos = notifiesOfNewPhotos
    }
}

/// How many bytes the caches have on the disk.
public struct CacheUsage: Hashable, Sendable {
    /// The bytes of all caches, also of servers that nobody remembers.
    public let total: Int
    /// The bytes of each server's cache. A folder has none.
    public let byServer: [SavedServer: Int]

    /// Creates a usage from its numbers of bytes.
    public init(total: Int, byServer: [SavedServer: Int]) {
        self.total = total
        self.byServer = byServer
    }
}
