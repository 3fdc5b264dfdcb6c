package struct Preferences: Hashable, Sendable {
    package var servers: RememberedServers
    package var imageLimit: Int
    package var offlineChoice: OfflineChoice
    package var notifiesOfNewPhotos: Bool

    package init(servers: RememberedServers, imageLimit: Int, offlineChoice: OfflineChoice, notifiesOfNewPhotos: Bool) {
        self.servers = servers
        self.imageLimit = imageLimit
        self.offlineChoice = offlineChoice
        self.notifiesOfNewPhotos = notifiesOfNewPhotos
    }
}

/// A deletion that can be undone until the offer ends.
package struct UndoOffer: Hashable, Sendable, Identifiable {
    package let id: Int
    package let text: String
}

package struct CacheUsage: Hashable, Sendable {
    /// The size of all caches, including those of servers that were forgotten.
    package let total: Int
    /// The size of each server's cache. Folders aren't cached.
    package let byServer: [RememberedServer: Int]

    package init(total: Int, byServer: [RememberedServer: Int]) {
        self.total = total
        self.byServer = byServer
    }
}
