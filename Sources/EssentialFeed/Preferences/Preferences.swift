/// The user's settings.
package struct Preferences: Hashable, Sendable {
    package var servers: RememberedServers
    /// The maximum size of all cached images, in bytes.
    package var imageLimit: Int
    /// Which images of the feed are cached in the background for offline use.
    package var offlineChoice: OfflineChoice
    /// Whether notifications are sent for new photos while the window is in the background.
    package var notifiesOfNewPhotos: Bool

    /// Creates preferences.
    package init(servers: RememberedServers, imageLimit: Int, offlineChoice: OfflineChoice, notifiesOfNewPhotos: Bool) {
        self.servers = servers
        self.imageLimit = imageLimit
        self.offlineChoice = offlineChoice
        self.notifiesOfNewPhotos = notifiesOfNewPhotos
    }
}

/// A deletion that can be undone until the offer ends.
package struct UndoOffer: Hashable, Sendable, Identifiable {
    /// Identifies the offer.
    package let id: Int
    /// A description of the deletion.
    package let text: String
}

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
